/* buffer.c: reference-counted bytes, and frames. See buffer.h. */
#include "server/net/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "native/native.h"

enum {
    FRAME_FINAL = 0x80,
    FRAME_SHORT_MAX = 125, /* bytes whose number fits the header … */
    FRAME_16_BITS = 126,   /* … or is written behind it, in two bytes */
    FRAME_64_BITS = 127,   /* … or in eight */
    SHORT_HEADER = 2,
    MIDDLE_HEADER = 4,
    LONG_HEADER = 10,
    CLOSE_OPCODE = 8,
};

buffer *buffer_new(size_t length)
{
    buffer *p = native_realloc(NULL, sizeof *p + length);
    *p = (buffer){p->own, length, 1};
    return p;
}

buffer *buffer_lent(kn_slice bytes)
{
    buffer *p = native_realloc(NULL, sizeof *p);
    *p = (buffer){bytes.at, bytes.length, 1};
    return p;
}

static size_t header_bytes(size_t payload)
{
    return payload <= FRAME_SHORT_MAX ? SHORT_HEADER
           : payload <= UINT16_MAX    ? MIDDLE_HEADER
                                      : LONG_HEADER;
}

buffer *buffer_frame(int opcode, kn_slice payload)
{
    size_t header = header_bytes(payload.length);
    buffer *p = buffer_new(header + payload.length);
    p->own[0] = (char)(FRAME_FINAL | opcode);
    p->own[1] = (char)(header == SHORT_HEADER    ? (int)payload.length
                       : header == MIDDLE_HEADER ? FRAME_16_BITS
                                                 : FRAME_64_BITS);
    for (size_t i = header, rest = payload.length; i-- > SHORT_HEADER; rest >>= 8)
        p->own[i] = (char)(rest & 0xff);
    if (payload.length > 0)
        memcpy(p->own + header, payload.at, payload.length);
    return p;
}

buffer *buffer_goodbye(int code, const char *why)
{
    char text[FRAME_SHORT_MAX + 1];
    kn_text written = kn_text_on(text, sizeof text);
    kn_put_char(&written, (char)(code >> 8));
    kn_put_char(&written, (char)(code & 0xff));
    kn_put(&written, why);
    return buffer_frame(CLOSE_OPCODE, (kn_slice){text, written.length});
}

kn_slice buffer_payload(const buffer *p)
{
    size_t header = p->length - SHORT_HEADER <= FRAME_SHORT_MAX       ? SHORT_HEADER
                    : p->length - MIDDLE_HEADER <= (size_t)UINT16_MAX ? MIDDLE_HEADER
                                                                      : LONG_HEADER;
    return (kn_slice){p->at + header, p->length - header};
}

buffer *buffer_share(buffer *p)
{
    p->uses++;
    return p;
}

void buffer_drop(buffer *p)
{
    if (--p->uses == 0)
        free(p);
}
