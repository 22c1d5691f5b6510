/* tables.c: matches with their logs. The classes of the package have the texts. */
#include "python/extension/inside.h"

typedef struct {
    PyObject ob_base;
    knobel_table *table;
    int readers; /* reviews that go on without the interpreter's lock: nothing may change meanwhile
                  */
} table_object;

static table_object *at(PyObject *self)
{
    return (table_object *)self;
}

static const knobel_table *of(PyObject *self)
{
    return at(self)->table;
}

/* The table to be changed; NULL with an exception while it is being read. */
static knobel_table *open_for_change(PyObject *self)
{
    if (at(self)->readers == 0)
        return at(self)->table;
    PyErr_SetString(PyExc_RuntimeError, "another thread is reviewing this table");
    return NULL;
}

/* ---- opening ---- */

static bool read_seats(PyObject *list, knobel_seat *seats, Py_ssize_t *count)
{
    *count = PySequence_Size(list);
    if (*count > KNOBEL_SEATS_MAX)
        refuse(KNOBEL_NO_SUCH_SEAT);
    if (*count < 0 || *count > KNOBEL_SEATS_MAX)
        return false;
    for (Py_ssize_t i = 0; i < *count; i++) {
        /* The caller's list keeps what is borrowed here. */
        PyObject *seat = PyList_Check(list) ? PyList_GetItem(list, i) : NULL;
        if (!seat || !PyArg_ParseTuple(seat, "szO&", &seats[i].name, &seats[i].bot, read_u64,
                                       &seats[i].salt))
            return false;
    }
    return true;
}

/* The number of seats that a setup has, so that nothing is read behind them. */
static knobel_answer seats_of(const char *setup, int *seats)
{
    knobel_position *position;
    size_t length = 0;
    while (setup[length])
        length++;
    knobel_answer answer = knobel_position_read(setup, length, &position);
    if (answer)
        return answer;
    *seats = knobel_position_seats(position);
    knobel_position_free(position);
    return KNOBEL_OK;
}

static PyObject *wrap(PyTypeObject *type, knobel_table *table)
{
    table_object *self = new_object(type);
    if (self)
        self->table = table;
    else
        knobel_table_free(table);
    return (PyObject *)self;
}

/* (setup, [(name, bot, salt)], dice, same, secret, opened_ms) */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    knobel_plan plan = {.size = sizeof plan};
    knobel_seat seats[KNOBEL_SEATS_MAX] = {{NULL, NULL, 0}};
    PyObject *list;
    Py_ssize_t given = 0, secret_bytes = 0;
    const char *secret = NULL;
    long long opened_ms;
    int dice, seat_count = 0;
    knobel_table *table = NULL;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "sO!izz#L", &plan.setup, &PyList_Type, &list, &dice, &plan.same,
                          &secret, &secret_bytes, &opened_ms) ||
        !read_seats(list, seats, &given))
        return NULL;
    if (secret && secret_bytes != KNOBEL_SECRET_BYTES)
        return refuse(KNOBEL_BAD_ARGUMENT);
    knobel_answer answer = seats_of(plan.setup, &seat_count);
    if (!answer && given != seat_count)
        answer = KNOBEL_NO_SUCH_SEAT;
    plan.seats = seats;
    plan.dice = (knobel_dice)dice;
    plan.secret = (const uint8_t *)secret;
    plan.opened_ms = opened_ms;
    if (!answer)
        answer = knobel_table_open(&plan, &table);
    return answer ? refuse(answer) : wrap(type, table);
}

static void release(PyObject *self)
{
    knobel_table_free(at(self)->table);
    free_object(self);
}

static PyObject *report_tuple(knobel_answer answer, const knobel_report *r)
{
    return Py_BuildValue("issiIIIIIINy#", (int)answer, knobel_answer_key(answer),
                         knobel_answer_text(answer), r->line, r->events, r->rolls, r->unchecked,
                         r->declared, r->salted, r->unsalted, PyBool_FromLong(r->over),
                         (const char *)r->hash, (Py_ssize_t)sizeof r->hash);
}

/* A log to a table; `type` is the class to make. */
static PyObject *load(PyObject *type, PyObject *args)
{
    const char *log;
    Py_ssize_t length;
    knobel_report report;
    knobel_table *table = NULL;
    if (!PyArg_ParseTuple(args, "s#", &log, &length))
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    knobel_answer answer = knobel_table_load(log, (size_t)length, &report, &table);
    PyEval_RestoreThread(saved);
    return answer ? refuse(answer) : wrap((PyTypeObject *)type, table);
}

static PyObject *verify(PyObject *nothing, PyObject *args)
{
    const char *log;
    Py_ssize_t length;
    knobel_report report;
    (void)nothing;
    if (!PyArg_ParseTuple(args, "s#", &log, &length))
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    knobel_answer answer = knobel_verify(log, (size_t)length, &report);
    PyEval_RestoreThread(saved);
    return answer == KNOBEL_NO_MEMORY ? refuse(answer) : report_tuple(answer, &report);
}

/* ---- playing ---- */

static PyObject *play(PyObject *self, PyObject *args)
{
    const char *move;
    Py_ssize_t length;
    int seat, error_ms;
    long long now_ms, acted_ms, claimed_ms;
    knobel_act act = {.size = sizeof act};
    if (!PyArg_ParseTuple(args, "is#LLLiO&", &seat, &move, &length, &now_ms, &acted_ms, &claimed_ms,
                          &error_ms, read_u64, &act.salt))
        return NULL;
    if (error_ms < 0 || error_ms > UINT16_MAX)
        return refuse(KNOBEL_BAD_TIME);
    act.now_ms = now_ms;
    act.acted_ms = acted_ms;
    act.claimed_ms = claimed_ms;
    act.error_ms = (uint16_t)error_ms;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_play(table, seat, move, (size_t)length, &act)) : NULL;
}

static PyObject *tick(PyObject *self, PyObject *args)
{
    long long now_ms;
    if (!PyArg_ParseTuple(args, "L", &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_tick(table, now_ms)) : NULL;
}

static PyObject *declare(PyObject *self, PyObject *args)
{
    const char *shown;
    Py_ssize_t length;
    long long now_ms;
    if (!PyArg_ParseTuple(args, "s#L", &shown, &length, &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_declare(table, shown, (size_t)length, now_ms)) : NULL;
}

static PyObject *roll(PyObject *self, PyObject *args)
{
    long long now_ms;
    if (!PyArg_ParseTuple(args, "L", &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_roll(table, now_ms)) : NULL;
}

static PyObject *alarm_ms(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(knobel_table_alarm(of(self)));
}

static PyObject *over(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyBool_FromLong(knobel_table_over(of(self)));
}

static PyObject *to_act(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return actors_tuple(knobel_table_to_act(of(self)));
}

static PyObject *events(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromUnsignedLong(knobel_table_events(of(self)));
}

/* ---- looking ---- */

/* Into a position of the caller's: (who, number or None, position) */
static PyObject *view(PyObject *self, PyObject *args)
{
    int who;
    PyObject *number, *into;
    if (!PyArg_ParseTuple(args, "iOO!", &who, &number, position_type, &into))
        return NULL;
    knobel_position *position = ((position_object *)into)->position;
    if (number == Py_None)
        return answered(knobel_table_view(of(self), who, position));
    unsigned long after = PyLong_AsUnsignedLong(number);
    if (PyErr_Occurred())
        return NULL;
    uint32_t counted = after > UINT32_MAX ? UINT32_MAX : (uint32_t)after;
    return answered(knobel_table_view_after(of(self), who, counted, position));
}

static PyObject *since(PyObject *self, PyObject *args)
{
    enum { ROOM = 1 << 16 };
    int who;
    unsigned after, last = 0;
    size_t length = 0;
    if (!PyArg_ParseTuple(args, "iI", &who, &after))
        return NULL;
    char *buffer = PyMem_Malloc(ROOM);
    if (!buffer)
        return PyErr_NoMemory();
    knobel_answer answer = knobel_table_since(of(self), who, after, buffer, ROOM, &length, &last);
    PyObject *found =
        answer ? refuse(answer) : Py_BuildValue("s#I", buffer, (Py_ssize_t)length, last);
    PyMem_Free(buffer);
    return found;
}

static PyObject *before_last_move(PyObject *self, PyObject *args)
{
    int seat;
    uint32_t number = 0;
    if (!PyArg_ParseTuple(args, "i", &seat))
        return NULL;
    knobel_answer answer = knobel_table_before_last_move(of(self), seat, &number);
    return answer ? refuse(answer) : PyLong_FromUnsignedLong(number);
}

static PyObject *ask_back(PyObject *self, PyObject *args)
{
    int seat;
    unsigned to;
    long long now_ms;
    if (!PyArg_ParseTuple(args, "iIL", &seat, &to, &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_ask_back(table, seat, to, now_ms)) : NULL;
}

static PyObject *agree_back(PyObject *self, PyObject *args)
{
    int seat;
    long long now_ms;
    if (!PyArg_ParseTuple(args, "iL", &seat, &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    return table ? answered(knobel_table_agree_back(table, seat, now_ms)) : NULL;
}

static PyObject *refuse_back(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    knobel_table *table = open_for_change(self);
    if (!table)
        return NULL;
    knobel_table_refuse_back(table);
    Py_RETURN_NONE;
}

/* The number of the event that no longer fits; 0: it is done. */
static PyObject *correct(PyObject *self, PyObject *args)
{
    int seat;
    unsigned number, unfit = 0;
    const char *right;
    Py_ssize_t length;
    long long now_ms;
    if (!PyArg_ParseTuple(args, "iIs#L", &seat, &number, &right, &length, &now_ms))
        return NULL;
    knobel_table *table = open_for_change(self);
    if (!table)
        return NULL;
    knobel_answer answer =
        knobel_table_correct(table, seat, number, right, (size_t)length, now_ms, &unfit);
    return answer && !unfit ? refuse(answer) : PyLong_FromUnsignedLong(unfit);
}

static PyObject *seal(PyObject *self, PyObject *nothing)
{
    uint8_t bytes[KNOBEL_SECRET_BYTES];
    (void)nothing;
    knobel_answer answer = knobel_table_seal(of(self), bytes);
    return answer ? refuse(answer) : PyBytes_FromStringAndSize((const char *)bytes, sizeof bytes);
}

static knobel_answer write_log(const void *table, char *out, size_t size, size_t *length)
{
    return knobel_table_save(table, out, size, length);
}

static PyObject *save(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return text_of(write_log, of(self), 1 << 14);
}

/* (solution or None, threads): JSON */
static PyObject *review(PyObject *self, PyObject *args)
{
    PyObject *solved;
    errand e = {0};
    char *json = NULL;
    if (!PyArg_ParseTuple(args, "Oi", &solved, &e.threads))
        return NULL;
    if (solved != Py_None && !PyObject_TypeCheck(solved, solution_type)) {
        PyErr_SetString(PyExc_TypeError, "a Solution is needed, or None");
        return NULL;
    }
    const knobel_solution *solution =
        solved == Py_None ? NULL : ((solution_object *)solved)->solution;
    at(self)->readers++;
    knobel_machine machine = errand_begin(&e, 0);
    knobel_answer answer = knobel_table_review(of(self), solution, &machine, &e.stop, &json);
    errand_end(&e);
    at(self)->readers--;
    if (e.stop)
        return NULL;
    PyObject *text = answer ? refuse(answer) : PyUnicode_FromString(json);
    knobel_free(json);
    return text;
}

static PyMethodDef methods[] = {
    {"_load", load, METH_VARARGS | METH_CLASS, NULL},
    {"_verify", verify, METH_VARARGS | METH_STATIC, NULL},
    {"_play", play, METH_VARARGS, NULL},
    {"_tick", tick, METH_VARARGS, NULL},
    {"_declare", declare, METH_VARARGS, NULL},
    {"_roll", roll, METH_VARARGS, NULL},
    {"_alarm", alarm_ms, METH_NOARGS, NULL},
    {"_over", over, METH_NOARGS, NULL},
    {"_to_act", to_act, METH_NOARGS, NULL},
    {"_events", events, METH_NOARGS, NULL},
    {"_view", view, METH_VARARGS, NULL},
    {"_since", since, METH_VARARGS, NULL},
    {"_before_last_move", before_last_move, METH_VARARGS, NULL},
    {"_ask_back", ask_back, METH_VARARGS, NULL},
    {"_agree_back", agree_back, METH_VARARGS, NULL},
    {"_refuse_back", refuse_back, METH_NOARGS, NULL},
    {"_correct", correct, METH_VARARGS, NULL},
    {"_seal", seal, METH_NOARGS, NULL},
    {"_save", save, METH_NOARGS, NULL},
    {"_review", review, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const class_plan plan = {
    .name = "knobel._knobel.Table",
    .size = sizeof(table_object),
    .create = create,
    .release = release,
    .methods = methods,
};

bool add_tables(PyObject *module)
{
    return add_type(module, &plan) != NULL;
}
