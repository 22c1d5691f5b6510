/* proof.c: the line about a guest who is forwarded. See proof.h. */
#include "server/net/proof.h"

#include <string.h>

enum { CLAIM_MAX = HTTP_TARGET_MAX + 256 };

static void prove(const proof_key *key, const proof_guest *guest, kn_slice path,
                  const char *websocket, uint8_t out[TABLE_HASH_BYTES])
{
    char claim[CLAIM_MAX];
    kn_text text = kn_text_on(claim, sizeof claim);
    kn_put(&text, guest->address);
    kn_put(&text, guest->tls ? " https " : " http ");
    kn_put(&text, websocket ? websocket : "-");
    kn_put_char(&text, ' ');
    kn_put_slice(&text, path);
    table_hash(key->key, claim, text.length, out);
}

void proof_write(const proof_key *key, const proof_guest *guest, kn_slice path,
                 const char *websocket, char out[PROOF_MAX])
{
    uint8_t proof[TABLE_HASH_BYTES];
    kn_text text = kn_text_on(out, PROOF_MAX);
    prove(key, guest, path, websocket, proof);
    kn_put(&text, guest->address);
    kn_put(&text, guest->tls ? " https " : " http ");
    kn_put_hex(&text, proof, sizeof proof);
}

/* Takes the same time wherever they differ. */
static bool same(const uint8_t *a, const uint8_t *b, size_t count)
{
    uint8_t differs = 0;
    for (size_t i = 0; i < count; i++)
        differs |= a[i] ^ b[i];
    return differs == 0;
}

bool proof_read(const proof_key *key, const char *line, kn_slice path, const char *websocket,
                proof_guest *out)
{
    kn_slice rest = kn_slice_of(line), address, scheme, proof;
    uint8_t said[TABLE_HASH_BYTES], right[TABLE_HASH_BYTES];
    if (!kn_take_word(&rest, &address) || !kn_take_word(&rest, &scheme) ||
        !kn_take_word(&rest, &proof) || rest.length > 0 || address.length >= HOUSE_ADDRESS_MAX ||
        proof.length != 2 * sizeof said || !kn_read_hex(proof, said, sizeof said))
        return false;
    memset(out, 0, sizeof *out);
    memcpy(out->address, address.at, address.length);
    out->tls = kn_slice_is(scheme, "https");
    prove(key, out, path, websocket, right);
    return same(said, right, sizeof said);
}
