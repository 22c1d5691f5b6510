/* bots_hands.c: what hands have in common: scatter and tails. */
#include "tests/engine/hands.h"

static void test_scatter_and_tail(void **unused)
{
    enum { MANY = 400000 };
    kn_random random = kn_random_from(1);
    double sum = 0, squares = 0, tail = 0, tail_squares = 0, beyond = 0, far = 0;
    (void)unused;
    for (int i = 0; i < MANY; i++) {
        double z = hands_normal(&random), e = hands_exponential(&random);
        sum += z;
        squares += z * z;
        beyond += z > 1;
        tail += e;
        tail_squares += e * e;
        far += e > 2;
        assert_true(e >= 0 && z > -6 && z < 6);
    }
    assert_near(sum / MANY, 0, 0.006);
    assert_near(squares / MANY, 1, 0.01);
    assert_near(beyond / MANY, 1 - hands_below(1), 0.004);
    assert_near(tail / MANY, 1, 0.006);
    assert_near(tail_squares / MANY, 2, 0.04);
    assert_near(far / MANY, 0.135335283, 0.003);
}

/* e to the power of -y, by its series. */
static double falling(double y)
{
    double term = 1, sum = 1;
    for (int n = 1; n < 120; n++)
        sum += term *= y / n;
    return 1 / sum;
}

static void test_below_is_the_integral(void **unused)
{
    const double step = 1.0 / 512, root = 2.50662827463100050242;
    double sum = 0.5;
    (void)unused;
    for (double z = 0; z < 5; z += step) {
        assert_near(hands_below(z), sum, 2e-7);
        assert_near(hands_below(-z), 1 - sum, 2e-7);
        double middle = z + step / 2, end = z + step;
        sum += step / 6 / root *
               (falling(z * z / 2) + 4 * falling(middle * middle / 2) + falling(end * end / 2));
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_scatter_and_tail),
    cmocka_unit_test(test_below_is_the_integral),
};

SCENES_MAIN(tests)
