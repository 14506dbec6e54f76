// Includes all of allide except the optional headers: allide/eigen.hpp (conversions from and to Eigen) and
// allide/extra/ (deforming meshes, certificates, batches, generated shapes, the box hierarchy of a paper).
//
// Read in this order, the headers are the manual: geometry, result, mesh, io, model, query; then motion and
// predict, probe, convex, manifold, shape, scene, robot, index and report as needed.
#pragma once

#include <allide/convex.hpp>
#include <allide/geometry.hpp>
#include <allide/index.hpp>
#include <allide/io.hpp>
#include <allide/manifold.hpp>
#include <allide/mesh.hpp>
#include <allide/model.hpp>
#include <allide/motion.hpp>
#include <allide/predict.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>
#include <allide/report.hpp>
#include <allide/result.hpp>
#include <allide/robot.hpp>
#include <allide/scene.hpp>
#include <allide/shape.hpp>
