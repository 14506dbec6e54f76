// The whole front door.
#pragma once

#include <allide/clash.hpp>
#include <allide/contact_regions.hpp>
#include <allide/convex.hpp>
#include <allide/convex_query.hpp>
#include <allide/deformable.hpp>
#include <allide/distance.hpp>
#include <allide/double_hierarchy.hpp>
#include <allide/engine.hpp>
#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/mesh.hpp>
#include <allide/model.hpp>
#include <allide/motion.hpp>
#include <allide/pages.hpp>
#include <allide/parts.hpp>
#include <allide/penetration.hpp>
#include <allide/predict.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>
#include <allide/result.hpp>
#include <allide/scene.hpp>
#include <allide/screw.hpp>
#include <allide/shapes.hpp>
#include <allide/version.hpp>
