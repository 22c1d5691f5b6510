/* handshake.h: the one computation that both ends make in a WebSocket handshake (RFC 6455, 1.3). */
#ifndef KNOBEL_NATIVE_HANDSHAKE_H
#define KNOBEL_NATIVE_HANDSHAKE_H

#include <stddef.h>

enum {
    HANDSHAKE_KEY_MAX = 25,    /* 16 bytes in base64, with the closing zero */
    HANDSHAKE_ANSWER_MAX = 29, /* 20 bytes likewise */
};

/* A fresh Sec-WebSocket-Key, for a client. */
void handshake_key(char key[HANDSHAKE_KEY_MAX]);

/* The Sec-WebSocket-Accept that belongs to a key, which need not be closed by a zero. */
void handshake_answer(const char *key, size_t length, char answer[HANDSHAKE_ANSWER_MAX]);

#endif
