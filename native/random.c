/* random.c: unpredictable bytes from the kernel. Alone in its file, so that a fuzzer can link
 * repeatable ones in its place. */
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "native/native.h"

void native_random(void *bytes, size_t count)
{
    uint8_t *at = bytes;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno != EINTR)
            abort(); /* no secret is better than one that can be guessed */
        if (got > 0) {
            at += got;
            count -= (size_t)got;
        }
    }
}
