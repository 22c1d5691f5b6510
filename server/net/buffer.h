/* buffer.h: bytes to be sent to guests. One buffer can be sent to many of them, so it counts its
 * references. One thread. */
#ifndef KNOBEL_SERVER_NET_BUFFER_H
#define KNOBEL_SERVER_NET_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

typedef struct {
    const char *at;
    size_t length;
    uint32_t uses;
    char own[]; /* where the bytes are, unless they are part of the program */
} buffer;

/* Room for this number of bytes, used once; write them to `own`. */
buffer *buffer_new(size_t length);

/* Bytes that stay where they are. */
buffer *buffer_lent(kn_slice bytes);

/* A WebSocket frame, complete; control frames hold at most 125 bytes. */
buffer *buffer_frame(int opcode, kn_slice payload);

/* A close frame: a code and a few words, which are cut if they are more. */
buffer *buffer_goodbye(int code, const char *why);

/* The payload of a frame. */
kn_slice buffer_payload(const buffer *p);

buffer *buffer_share(buffer *p);
void buffer_drop(buffer *p);

#endif
