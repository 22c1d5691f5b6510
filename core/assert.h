/* assert.h: an assertion that traps in every build, for cases where going on might write past an
 * array; the pure folders may use it. */
#ifndef KNOBEL_CORE_ASSERT_H
#define KNOBEL_CORE_ASSERT_H

#define kn_assert(so) ((so) ? (void)0 : __builtin_trap())

#endif
