// The whole front door. Headers in allide/extra are included by name.
#pragma once

#include <allide/convex.hpp>
#include <allide/geometry.hpp>
#include <allide/index.hpp>
#include <allide/io.hpp>
#include <allide/mesh.hpp>
#include <allide/model.hpp>
#include <allide/motion.hpp>
#include <allide/predict.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>
#include <allide/result.hpp>
#include <allide/scene.hpp>
