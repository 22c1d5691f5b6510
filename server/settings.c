/* settings.c: the default settings of a server. See settings.h. */
#include "server/settings.h"

#include "native/program_bot.h"

#define SECOND INT64_C(1000)
#define DAY (24 * 3600 * SECOND)

const server_settings server_settings_initial = {
    .listen = "::",
    .port = 8020,
    .file = "knobel.db",
    .bot_ms = PROGRAM_MOVE_MS,
    .bot_memory_mb = PROGRAM_MEMORY_MB,
    .board = true,
    .entries_a_board = 1000,
    .entries_a_day = 50,
    .quota_mb = 4096,
    .connections = 16000,
    .connections_an_address = 64,
    .requests_a_second = 50,
    .requests_at_once = 500,
    .frame_bytes = 4096,
    .body_bytes = 4096,
    .output_bytes = 256 * 1024,
    .header_ms = 10 * SECOND,
    .idle_ms = 30 * SECOND,
    .ping_ms = 15 * SECOND,
    .pong_ms = 45 * SECOND,
    .disk_ms = 10 * SECOND,
    .drain_ms = 5 * SECOND,
    .retention = {{7 * DAY, 30 * DAY, 90 * DAY}, 7 * DAY},
};
