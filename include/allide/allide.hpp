// The whole front door.
#pragma once

#include <allide/contact_regions.hpp>
#include <allide/deformable.hpp>
#include <allide/distance.hpp>
#include <allide/engine.hpp>
#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/mesh.hpp>
#include <allide/model.hpp>
#include <allide/motion.hpp>
#include <allide/penetration.hpp>
#include <allide/predict.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>
#include <allide/result.hpp>
#include <allide/screw.hpp>
#include <allide/shapes.hpp>
#include <allide/version.hpp>
