/* parcel.h: bytes on their way to guests. One parcel can be on its way to many of them, so it
 * counts who still needs it. One thread. */
#ifndef KNOBEL_SERVER_PARCEL_H
#define KNOBEL_SERVER_PARCEL_H

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

typedef struct {
    const char *at;
    size_t length;
    uint32_t uses;
    char own[]; /* where the bytes are, unless they are part of the program */
} parcel;

/* Room for so many bytes, used once; write them to `own`. */
parcel *parcel_new(size_t length);

/* Bytes that stay where they are. */
parcel *parcel_lent(kn_slice bytes);

/* A WebSocket frame, complete; control frames hold at most 125 bytes. */
parcel *parcel_frame(int opcode, kn_slice payload);

/* A close frame: a code and a few words, which are cut if they are more. */
parcel *parcel_goodbye(int code, const char *why);

/* The payload of a frame. */
kn_slice parcel_payload(const parcel *p);

parcel *parcel_share(parcel *p);
void parcel_drop(parcel *p);

#endif
