// Barycentric weights of exact closest points: their distance equals that of an oracle in GMP's rationals.
#include "kernel/triangle/exact_closest_points.hpp"

#include "kernel/number/exact_text.hpp"

#include <random>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using WeightedTriangle = std::array<Vec3, 3>;

NumberTriangle<Exact> exact_corners(const WeightedTriangle& t) {
    return {as_given<Exact>(t[0]), as_given<Exact>(t[1]), as_given<Exact>(t[2])};
}

NumberPoint<Exact> weighted(const NumberTriangle<Exact>& t, const ExactWeights& w, const Exact& factor) {
    NumberPoint<Exact> sum;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) sum[k] = sum[k] + factor * w[i] * t[i][k];
    return sum;
}

Exact total(const ExactWeights& w) {
    return w[0] + w[1] + w[2];
}

// The points lie in the triangles at the claimed distance; along `direction`, no two corners are closer.
void expect_consistent(const WeightedTriangle& a, const WeightedTriangle& b) {
    const NumberTriangle<Exact> p = exact_corners(a), q = exact_corners(b);
    const ExactClosestPoints closest = exact_closest_points(p, q);
    for (const ExactWeights& weights : {closest.weights_p, closest.weights_q}) {
        for (const Exact& weight : weights) EXPECT_GE(weight.sign(), 0);
        EXPECT_GT(total(weights).sign(), 0);
    }
    const Exact on_p = total(closest.weights_p), on_q = total(closest.weights_q);
    const NumberPoint<Exact> w =
        minus(weighted(q, closest.weights_q, on_p), weighted(p, closest.weights_p, on_q));
    const Exact scale = on_p * on_q;
    EXPECT_EQ((dot_of(w, w) * closest.squared.denominator - closest.squared.numerator * scale * scale).sign(),
              0);
    if (closest.squared.numerator.sign() == 0) return;
    for (const NumberPoint<Exact>& x : p)
        for (const NumberPoint<Exact>& y : q) {
            const Exact gap = dot_of(closest.direction, minus(y, x));
            ASSERT_GT(gap.sign(), 0);
            const Exact needed = closest.squared.numerator * dot_of(closest.direction, closest.direction);
            EXPECT_GE((gap * gap * closest.squared.denominator - needed).sign(), 0);
        }
}

TEST(ExactClosestPoints, ProveThemselvesOnLattices) {
    std::mt19937_64 random(11);
    const auto corner = [&](int size) {
        const auto one = [&] { return static_cast<double>(random() % (2 * size + 1)) - size; };
        return Vec3{one(), one(), one()};
    };
    int touching = 0;
    for (int i = 0; i < 3000; ++i) {
        const int size = i % 3 == 0 ? 1 : 4;
        const WeightedTriangle a{corner(size), corner(size), corner(size)},
            b{corner(size), corner(size), corner(size)};
        expect_consistent(a, b);
        if (HasFatalFailure()) return;
        touching += exact_closest_points(exact_corners(a), exact_corners(b)).squared.numerator.sign() == 0;
    }
    EXPECT_GT(touching, 300);
    EXPECT_LT(touching, 2700);
}

// Parses the text, a sum of hexadecimal integers times powers of two, as a rational of GMP.
mpq_class read_text(const std::string& text) {
    mpq_class sum = 0;
    for (std::size_t at = 0; at < text.size();) {
        const bool negative = text[at] == '-';
        if (negative || text[at] == '+') ++at;
        const std::size_t power = text.find('p', at);
        std::size_t end = text.find_first_of("+-", power + 2);
        if (end == std::string::npos) end = text.size();
        mpq_class term(mpz_class(text.substr(at + 2, power - at - 2), 16));
        const int exponent = std::stoi(text.substr(power + 1, end - power - 1));
        if (exponent >= 0)
            mpq_mul_2exp(term.get_mpq_t(), term.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
        else
            mpq_div_2exp(term.get_mpq_t(), term.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
        sum += negative ? mpq_class(-term) : term;
        at = end;
    }
    return sum;
}

TEST(ExactText, IsTheNumber) {
    EXPECT_EQ(text_of(Exact()), "0x0p+0");
    EXPECT_EQ(text_of(Exact(-1.5)), "-0x3p-1");
    std::mt19937_64 random(12);
    for (int i = 0; i < 2000; ++i) {
        Exact number;
        mpq_class same = 0;
        for (int k = 0; k < 4; ++k) {
            const auto one = [&] {
                return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                  static_cast<int>(random() % 1800) - 1000);
            };
            const double x = one(), y = one();
            number = number + Exact(x) * Exact(y);
            same += mpq_class(x) * mpq_class(y);
        }
        ASSERT_EQ(read_text(text_of(number)), same) << text_of(number);
    }
}

}  // namespace
}  // namespace allide::kernel
