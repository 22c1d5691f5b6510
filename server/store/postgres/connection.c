/* connection.c: connections to PostgreSQL, and its errors in words. See postgres.h.
 *
 * Passwords never leave: an address that cannot be read is shown without its password, and what
 * libpq or the server say is searched for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native/native.h"
#include "server/store/postgres/postgres.h"
#include "words/words.h"

/* ---- addresses ---- */

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(native_realloc(NULL, size), text, size);
}

/* libpq's own message would contain the address. */
bool postgres_begin(postgres *p, const char *where, char why[STORE_WHY_MAX])
{
    PQconninfoOption *options = PQconninfoParse(where, NULL);
    *p = (postgres){0};
    if (!options)
        return store_say(why, _("this is not a valid address of a PostgreSQL database"));
    for (const PQconninfoOption *o = options; o->keyword; o++)
        if (strcmp(o->keyword, "password") == 0 && o->val && o->val[0])
            p->password = copy_of(o->val);
    PQconninfoFree(options);
    p->where = copy_of(where);
    return true;
}

void postgres_end(postgres *p)
{
    postgres_disconnect(p);
    free(p->where);
    free(p->password);
    *p = (postgres){0};
}

/* ---- errors ---- */

/* One line, without the password. */
static void say_redacted(const postgres *p, const char *sentence, const char *message,
                         char why[STORE_WHY_MAX])
{
    char line[4 * STORE_WHY_MAX];
    snprintf(line, sizeof line, "%s", message ? message : "");
    for (char *at = line; p->password && (at = strstr(at, p->password)); at += strlen(p->password))
        memset(at, '*', strlen(p->password));
    for (char *at = line; (at = strchr(at, '\n'));)
        *at = at[1] ? ' ' : '\0';
    line[STORE_WHY_MAX / 2] = '\0'; /* only now: half a password would not be found */
    snprintf(why, STORE_WHY_MAX, sentence, line);
}

/* What people can do something about has a sentence of its own. */
static const struct {
    const char *state, *sentence;
} known[] = {
    {"42501", N_("the database refuses: this role lacks a right (%s)")},
    {"3F000", N_("the database refuses: this role lacks a right (%s)")}, /* to see any schema */
    {"28P01", N_("the database does not accept this user and password (%s)")},
    {"28000", N_("the database does not accept this user and password (%s)")},
    {"3D000", N_("there is no such database (%s)")},
    {"53100", N_("the disk of the database is full (%s)")},
    {"25006", N_("this database can only be read; is it a standby? (%s)")},
    {"53300", N_("the database accepts no more connections (%s)")},
};

bool postgres_explain(const postgres *p, const PGresult *result, char why[STORE_WHY_MAX])
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *message = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    for (size_t i = 0; state && i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].state, state) == 0) {
            say_redacted(p, words_in(known[i].sentence), message, why);
            return false;
        }
    if (!message)
        message = p->db ? PQerrorMessage(p->db) : "";
    say_redacted(p, _("the database does not answer as it should: %s"), message, why);
    return false;
}

/* libpq 15 gives no SQLSTATE for a connection that was refused. */
static bool explain_connection(const postgres *p, char why[STORE_WHY_MAX])
{
    say_redacted(p, _("cannot connect to the database: %s"), PQerrorMessage(p->db), why);
    return false;
}

/* ---- connecting ---- */

static void note_warning(void *with, const PGresult *result)
{
    postgres *p = with;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    p->warned |= severity && strcmp(severity, "WARNING") == 0;
}

/* What the address does not say otherwise stands before it, what must be so behind it. A server
 * that is gone without a word is noticed before others take over our rooms, and so are we by it. */
static PGconn *open_connection(const postgres *p, bool read_only)
{
    const char *const keywords[] = {"connect_timeout",      "tcp_user_timeout",
                                    "keepalives_idle",      "keepalives_interval",
                                    "keepalives_count",     "application_name",
                                    "target_session_attrs", "dbname",
                                    "client_encoding",      NULL};
    const char *const values[] = {
        "5",      "3000", "2", "1", "3", "knobel", read_only ? "any" : "read-write",
        p->where, "UTF8", NULL};
    return PQconnectdbParams(keywords, values, 1);
}

/* Durable means on disk, whatever the database is set to otherwise; and wherever it waits for a
 * standby we do, too. */
static const char session[] =
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),"
    " set_config('idle_in_transaction_session_timeout', '2000', false),"
    " set_config('tcp_user_timeout', '3000', false),"
    " set_config('client_connection_check_interval', '1000', false),"
    " current_setting('server_encoding'), current_setting('server_version_num')::int";

static bool check_session(postgres *p, char why[STORE_WHY_MAX])
{
    enum { AT_ENCODING = 4, AT_SERVER = 5, OLDEST_SERVER = 150000 };
    PGresult *facts = postgres_ask(p, session, why);
    if (!facts)
        return false;
    bool utf8 = strcmp(PQgetvalue(facts, 0, AT_ENCODING), "UTF8") == 0;
    bool recent = postgres_number(facts, 0, AT_SERVER) >= OLDEST_SERVER;
    if (!recent)
        store_say(why, _("this PostgreSQL is too old: version 15 is needed"));
    else if (!utf8)
        snprintf(why, STORE_WHY_MAX, _("the database has the encoding %.40s, but UTF8 is needed"),
                 PQgetvalue(facts, 0, AT_ENCODING));
    PQclear(facts);
    return utf8 && recent;
}

/* The log of the database is not to have what goes along with statements: there are secrets and
 * keys among it. Some roles may not say that. */
static bool keep_out_of_log(postgres *p, char why[STORE_WHY_MAX])
{
    return postgres_do(p,
                       "SELECT set_config('log_parameter_max_length_on_error', '0', false),"
                       " CASE WHEN has_parameter_privilege('log_parameter_max_length', 'SET')"
                       " THEN set_config('log_parameter_max_length', '0', false) END",
                       why);
}

bool postgres_connect(postgres *p, bool read_only, char why[STORE_WHY_MAX])
{
    postgres_disconnect(p);
    p->db = open_connection(p, read_only);
    bool connected = PQstatus(p->db) == CONNECTION_OK || explain_connection(p, why);
    if (connected) {
        PQsetNoticeReceiver(p->db, note_warning, p);
        connected = check_session(p, why) && keep_out_of_log(p, why);
    }
    if (!connected)
        postgres_disconnect(p);
    return connected;
}

void postgres_disconnect(postgres *p)
{
    if (p->db)
        PQfinish(p->db);
    p->db = NULL;
}

bool postgres_is_up(const postgres *p)
{
    return p->db && PQstatus(p->db) == CONNECTION_OK;
}

/* ---- asking ---- */

static PGresult *judge(const postgres *p, PGresult *result, char why[STORE_WHY_MAX])
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return result;
    postgres_explain(p, result, why);
    PQclear(result);
    return NULL;
}

PGresult *postgres_ask(postgres *p, const char *sql, char why[STORE_WHY_MAX])
{
    return judge(p, PQexec(p->db, sql), why);
}

bool postgres_do(postgres *p, const char *sql, char why[STORE_WHY_MAX])
{
    PGresult *result = postgres_ask(p, sql, why);
    PQclear(result);
    return result;
}

PGresult *postgres_ask_with(postgres *p, const char *sql, int count, const char *const *values,
                            char why[STORE_WHY_MAX])
{
    return judge(p, PQexecParams(p->db, sql, count, NULL, values, NULL, NULL, 0), why);
}

bool postgres_do_with(postgres *p, const char *sql, int count, const char *const *values,
                      char why[STORE_WHY_MAX])
{
    PGresult *result = postgres_ask_with(p, sql, count, values, why);
    PQclear(result);
    return result;
}

int64_t postgres_number(const PGresult *result, int row, int field)
{
    return row < PQntuples(result) ? strtoll(PQgetvalue(result, row, field), NULL, 10) : 0;
}
