// Fields of answers and of options that several files write and read.
#pragma once

#include "values.hpp"

#include <allide/manifold.hpp>
#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <vector>

namespace allide::wasm {

// Views the pairs as an array of two numbers per pair.
std::span<const std::uint32_t> numbers_in(const std::vector<Contact>& pairs);
void write(const QueryStats& stats, Results& out);
void write(const std::optional<LocalDepth>& depth, Results& out);
void write(const std::optional<CommonVolume>& volume, Results& out);
void write(const PairSignedDistance& distance, Results& out);
void write(const std::vector<ContactManifold>& manifolds, Results& out);
// Writes twelve keys and values of an object that the caller has begun.
void write_clash_fields(const PairClash& clash, Results& out);

// Read options from the next arguments. Numbers that are not given have their defaults.
ManifoldOptions manifold_options_of(Arguments& in);
ContainsOptions inside_options_of(Arguments& in);  // the argument is true for the winding rule
std::size_t limit_of(Arguments& in);

}  // namespace allide::wasm
