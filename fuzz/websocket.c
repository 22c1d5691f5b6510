/* websocket.c: fuzzes what a guest sends: frames, messages, and all the house does with them, with
 * the real hub. However the bytes are cut into pieces, the end is the same. With a mask of four
 * zero bytes the payload of a frame can be read, and mutated, as text. */
#include <string.h>

#include "fuzz/check.h"
#include "fuzz/hub.h"

enum { WHOLE = 1 << 16 };

static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                                "Sec-WebSocket-Protocol: knobel.1\r\n\r\n";

/* Our frames are whole, final and not masked, and nothing comes behind a close; is there one? */
static bool read_frames(kn_slice rest)
{
    bool closed = false;
    while (rest.length > 0) {
        const uint8_t *bytes = (const uint8_t *)rest.at;
        HOLDS(rest.length >= 2 && !closed);
        size_t length = bytes[1], header = length == 126 ? 4 : length == 127 ? 10 : 2;
        HOLDS(bytes[1] < 128 && rest.length >= header);
        if (header > 2)
            length = 0;
        for (size_t i = 2; i < header; i++)
            length = length << 8 | bytes[i];
        HOLDS(rest.length >= header + length);
        HOLDS(bytes[0] == 0x81 || bytes[0] == 0x88 || bytes[0] == 0x89 || bytes[0] == 0x8a);
        HOLDS(bytes[0] != 0x81 || (rest.at[header] == '{' && rest.at[header + length - 1] == '}'));
        closed = bytes[0] == 0x88;
        rest.at += header + length;
        rest.length -= header + length;
    }
    return closed;
}

static bool visit(kn_slice bytes, size_t piece)
{
    false_hub f;
    false_hub_open(&f);
    connection *c = hub_welcome(&f.hub, "192.0.2.7");
    HOLDS(c && false_hub_feed(&f, c, kn_slice_of(handshake), WHOLE) && c->websocket_open);
    f.out_length = 0;
    if (false_hub_feed(&f, c, bytes, piece)) {
        connection_cut_off(c);
        HOLDS(!false_hub_turn(&f, c));
    }
    bool closed = read_frames((kn_slice){f.out, f.out_length});
    false_hub_close(&f);
    return closed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kn_slice bytes = {(const char *)data, size};
    HOLDS(visit(bytes, WHOLE) == visit(bytes, 1 + size % 7));
    return 0;
}
