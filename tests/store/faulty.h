/* faulty.h: what faulty.c writes down about a disk, for whoever wants to cut the power later. */
#ifndef KNOBEL_TESTS_STORE_FAULTY_H
#define KNOBEL_TESTS_STORE_FAULTY_H

#include <stdint.h>

/* What happened to a file; `FAULTY_FOLDER_SYNC` is about its folder. */
enum {
    FAULTY_CREATE = 'c',
    FAULTY_WRITE = 'w',
    FAULTY_TRUNCATE = 't',
    FAULTY_UNLINK = 'u',
    FAULTY_SYNC = 's',
    FAULTY_SYNC_FAILED = 'f',
    FAULTY_FOLDER_SYNC = 'd',
};

/* One entry of the trace; the path and the bytes written follow. */
typedef struct {
    uint64_t begun;  /* how long the trace was when this began: a sync covers what stands before */
    uint64_t offset; /* of a write; the new size for a truncation */
    uint32_t length; /* bytes written */
    uint16_t path_length;
    uint8_t what;
    uint8_t unused;
} faulty_entry;

/* End this program as a kill does, but between two calls: what was done is in the trace. */
_Noreturn void faulty_kill(void);

#endif
