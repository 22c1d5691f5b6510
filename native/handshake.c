/* handshake.c: the WebSocket handshake. SHA-1 proves here only that both ends speak WebSocket. */
#include "native/handshake.h"

#include <nettle/base64.h>
#include <nettle/sha1.h>

#include "native/native.h"

_Static_assert(BASE64_ENCODE_RAW_LENGTH(16) < HANDSHAKE_KEY_MAX, "a key and its zero");
_Static_assert(BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) < HANDSHAKE_ANSWER_MAX,
               "an answer and its zero");

static void write_base64(const uint8_t *bytes, size_t count, char *out)
{
    base64_encode_raw(out, count, bytes);
    out[BASE64_ENCODE_RAW_LENGTH(count)] = '\0';
}

void handshake_key(char key[HANDSHAKE_KEY_MAX])
{
    uint8_t bytes[16];
    native_random(bytes, sizeof bytes);
    write_base64(bytes, sizeof bytes, key);
}

void handshake_answer(const char *key, size_t length, char answer[HANDSHAKE_ANSWER_MAX])
{
    static const char websocket[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&hash);
    sha1_update(&hash, length, (const uint8_t *)key);
    sha1_update(&hash, sizeof websocket - 1, (const uint8_t *)websocket);
    sha1_digest(&hash, sizeof digest, digest);
    write_base64(digest, sizeof digest, answer);
}
