/* positions.c: situations of a match. The classes of the package have the texts. */
#include "python/extension/inside.h"

#include <string.h>

PyTypeObject *position_type;

static knobel_position *of(PyObject *self)
{
    return ((position_object *)self)->position;
}

static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *text;
    Py_ssize_t length;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "s#", &text, &length))
        return NULL;
    position_object *self = new_object(type);
    if (!self)
        return NULL;
    knobel_answer answer = knobel_position_read(text, (size_t)length, &self->position);
    if (answer) {
        Py_DECREF((PyObject *)self);
        return refuse(answer);
    }
    return (PyObject *)self;
}

static void release(PyObject *self)
{
    knobel_position_free(of(self));
    free_object(self);
}

knobel_position *copy_position(PyObject *given)
{
    knobel_position *copy = NULL;
    if (!PyObject_TypeCheck(given, position_type)) {
        PyErr_SetString(PyExc_TypeError, "a Position is needed");
        return NULL;
    }
    const char *key = knobel_game_key(knobel_position_game(of(given)));
    knobel_answer answer = knobel_position_read(key, strlen(key), &copy);
    if (answer) {
        refuse(answer);
        return NULL;
    }
    knobel_position_copy(of(given), copy);
    return copy;
}

static PyObject *copy(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    position_object *fresh = new_object(Py_TYPE(self));
    if (!fresh)
        return NULL;
    fresh->position = copy_position(self);
    if (!fresh->position)
        Py_CLEAR(fresh);
    return (PyObject *)fresh;
}

/* ---- texts ---- */

static knobel_answer write_text(const void *position, char *out, size_t size, size_t *length)
{
    return knobel_position_text(position, out, size, length);
}

static knobel_answer write_options(const void *position, char *out, size_t size, size_t *length)
{
    return knobel_position_options(position, out, size, length);
}

static knobel_answer write_description(const void *position, char *out, size_t size, size_t *length)
{
    return knobel_position_describe(position, out, size, length);
}

static knobel_answer write_fields(const void *position, char *out, size_t size, size_t *length)
{
    return knobel_position_fields(position, out, size, length);
}

static PyObject *text(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return text_of(write_text, of(self), KNOBEL_POSITION_MAX);
}

static PyObject *options(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return text_of(write_options, of(self), KNOBEL_POSITION_MAX);
}

static PyObject *describe(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return text_of(write_description, of(self), KNOBEL_DESCRIBE_MAX);
}

static PyObject *fields(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return text_of(write_fields, of(self), KNOBEL_DESCRIBE_MAX);
}

/* ---- looking ---- */

static PyObject *game_key(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyUnicode_FromString(knobel_game_key(knobel_position_game(of(self))));
}

static PyObject *seats(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLong(knobel_position_seats(of(self)));
}

static PyObject *to_act(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return actors_tuple(knobel_position_to_act(of(self)));
}

static PyObject *result(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return actors_tuple(knobel_position_result(of(self)));
}

static PyObject *alarm_ms(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLongLong(knobel_position_alarm(of(self)));
}

static PyObject *score(PyObject *self, PyObject *args)
{
    int seat;
    if (!PyArg_ParseTuple(args, "i", &seat))
        return NULL;
    if (seat < 0 || seat >= knobel_position_seats(of(self)))
        return refuse(KNOBEL_NO_SUCH_SEAT);
    return PyLong_FromLong(knobel_position_score(of(self), seat));
}

/* This position becomes the view of somebody. */
static PyObject *become_view(PyObject *self, PyObject *args)
{
    int who;
    if (!PyArg_ParseTuple(args, "i", &who))
        return NULL;
    return answered(knobel_position_view(of(self), who, of(self)));
}

static PyObject *guess(PyObject *self, PyObject *args)
{
    int who;
    uint64_t seed;
    if (!PyArg_ParseTuple(args, "iO&", &who, read_u64, &seed))
        return NULL;
    return answered(knobel_position_guess(of(self), who, seed));
}

static PyObject *count(PyObject *self, PyObject *args)
{
    int depth;
    uint64_t sequences = 0;
    if (!PyArg_ParseTuple(args, "i", &depth))
        return NULL;
    knobel_position *own = copy_position(self);
    if (!own)
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    knobel_answer answer = knobel_position_count(own, depth, &sequences);
    knobel_position_free(own);
    PyEval_RestoreThread(saved);
    return answer ? refuse(answer) : PyLong_FromUnsignedLongLong(sequences);
}

/* ---- moves ---- */

/* Puts an object, which may be NULL, at a place of a list. */
static bool put(PyObject *list, size_t place, PyObject *item)
{
    return item && PyList_SetItem(list, (Py_ssize_t)place, item) == 0;
}

static PyObject *move_text(const knobel_position *position, int who, knobel_move move)
{
    char buffer[KNOBEL_MOVE_TEXT_MAX];
    size_t length = 0;
    knobel_answer answer =
        knobel_position_write_move(position, who, move, buffer, sizeof buffer, &length);
    return answer ? refuse(answer) : PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)length);
}

static PyObject *moves(PyObject *self, PyObject *args)
{
    knobel_move found[KNOBEL_MOVES_MAX];
    size_t length = 0;
    int who;
    if (!PyArg_ParseTuple(args, "i", &who))
        return NULL;
    knobel_answer answer = knobel_position_moves(of(self), who, found, KNOBEL_MOVES_MAX, &length);
    if (answer)
        return refuse(answer);
    PyObject *list = PyList_New((Py_ssize_t)length);
    for (size_t i = 0; list && i < length; i++)
        if (!put(list, i, PyLong_FromUnsignedLong(found[i])))
            Py_CLEAR(list);
    return list;
}

static PyObject *outcomes(PyObject *self, PyObject *nothing)
{
    knobel_outcome found[KNOBEL_OUTCOMES_MAX];
    size_t length = 0;
    (void)nothing;
    knobel_answer answer = knobel_position_outcomes(of(self), found, KNOBEL_OUTCOMES_MAX, &length);
    if (answer)
        return refuse(answer);
    PyObject *list = PyList_New((Py_ssize_t)length);
    for (size_t i = 0; list && i < length; i++)
        if (!put(list, i, Py_BuildValue("II", found[i].move, found[i].weight)))
            Py_CLEAR(list);
    return list;
}

static PyObject *write_move(PyObject *self, PyObject *args)
{
    int who;
    unsigned move;
    if (!PyArg_ParseTuple(args, "iI", &who, &move))
        return NULL;
    return move_text(of(self), who, move);
}

static PyObject *read_move(PyObject *self, PyObject *args)
{
    int who;
    const char *text;
    Py_ssize_t length;
    knobel_move move = 0;
    if (!PyArg_ParseTuple(args, "is#", &who, &text, &length))
        return NULL;
    knobel_answer answer = knobel_position_read_move(of(self), who, text, (size_t)length, &move);
    return answer ? refuse(answer) : PyLong_FromUnsignedLong(move);
}

/* Only numbers that fit the event; the rules judge them. */
static PyObject *play(PyObject *self, PyObject *args)
{
    int who, error_ms;
    long long at_ms, acted_ms;
    unsigned move;
    if (!PyArg_ParseTuple(args, "iILLi", &who, &move, &at_ms, &acted_ms, &error_ms))
        return NULL;
    if (who < 0 || who > KNOBEL_WATCHER)
        return refuse(KNOBEL_NO_SUCH_SEAT);
    if (error_ms < 0 || error_ms > UINT16_MAX)
        return refuse(KNOBEL_BAD_TIME);
    knobel_event event = {.at_ms = at_ms,
                          .acted_ms = acted_ms,
                          .move = move,
                          .error_ms = (uint16_t)error_ms,
                          .actor = (uint8_t)who};
    return answered(knobel_position_play(of(self), &event));
}

/* ---- numbers ---- */

static PyObject *shape(PyObject *self, PyObject *nothing)
{
    knobel_shape s;
    (void)nothing;
    knobel_answer answer = knobel_position_shape(of(self), &s);
    return answer ? refuse(answer)
                  : Py_BuildValue("iiiiiii", s.version, s.seats, s.actions, s.chances, s.mask_words,
                                  s.observed, s.still);
}

static PyObject *action(PyObject *self, PyObject *args)
{
    int who, number = 0;
    unsigned move;
    if (!PyArg_ParseTuple(args, "iI", &who, &move))
        return NULL;
    knobel_answer answer = knobel_position_action(of(self), who, move, &number);
    return answer ? refuse(answer) : PyLong_FromLong(number);
}

static PyObject *action_move(PyObject *self, PyObject *args)
{
    int who, number;
    knobel_move move = 0;
    if (!PyArg_ParseTuple(args, "ii", &who, &number))
        return NULL;
    knobel_answer answer = knobel_position_action_move(of(self), who, number, &move);
    return answer ? refuse(answer) : PyLong_FromUnsignedLong(move);
}

/* The numbers of all legal actions; or, with a number, it is played. */
static PyObject *legal(PyObject *self, PyObject *args)
{
    uint64_t mask[KNOBEL_MOVES_MAX / 8];
    knobel_shape s;
    int who;
    if (!PyArg_ParseTuple(args, "i", &who))
        return NULL;
    knobel_answer answer = knobel_position_shape(of(self), &s);
    if (!answer)
        answer = knobel_position_mask(of(self), who, mask, sizeof mask / sizeof *mask);
    if (answer)
        return refuse(answer);
    PyObject *list = PyList_New(0);
    for (int word = 0; list && word < s.mask_words; word++)
        for (uint64_t rest = mask[word]; list && rest; rest &= rest - 1) {
            PyObject *number = PyLong_FromLong(64 * word + __builtin_ctzll(rest));
            if (!number || PyList_Append(list, number) < 0)
                Py_CLEAR(list);
            Py_XDECREF(number);
        }
    return list;
}

static PyObject *act(PyObject *self, PyObject *args)
{
    int who, number;
    knobel_event event = {.at_ms = KNOBEL_NEVER};
    if (!PyArg_ParseTuple(args, "ii", &who, &number))
        return NULL;
    knobel_answer answer = knobel_position_action_move(of(self), who, number, &event.move);
    event.actor = (uint8_t)who;
    return answered(answer ? answer : knobel_position_play(of(self), &event));
}

/* Into an array of the caller's. */
static PyObject *observe(PyObject *self, PyObject *args)
{
    int who;
    PyObject *array;
    knobel_shape s;
    if (!PyArg_ParseTuple(args, "iO", &who, &array))
        return NULL;
    knobel_answer answer = knobel_position_shape(of(self), &s);
    if (answer)
        return refuse(answer);
    int16_t *out = array_memory(array, "i2", (size_t)s.observed, true);
    return out ? answered(knobel_position_observe(of(self), who, out, (size_t)s.observed)) : NULL;
}

static PyMethodDef methods[] = {
    {"_copy", copy, METH_NOARGS, NULL},
    {"_text", text, METH_NOARGS, NULL},
    {"_options", options, METH_NOARGS, NULL},
    {"_describe", describe, METH_NOARGS, NULL},
    {"_fields", fields, METH_NOARGS, NULL},
    {"_game", game_key, METH_NOARGS, NULL},
    {"_seats", seats, METH_NOARGS, NULL},
    {"_to_act", to_act, METH_NOARGS, NULL},
    {"_result", result, METH_NOARGS, NULL},
    {"_alarm", alarm_ms, METH_NOARGS, NULL},
    {"_score", score, METH_VARARGS, NULL},
    {"_become_view", become_view, METH_VARARGS, NULL},
    {"_guess", guess, METH_VARARGS, NULL},
    {"_count", count, METH_VARARGS, NULL},
    {"_moves", moves, METH_VARARGS, NULL},
    {"_outcomes", outcomes, METH_NOARGS, NULL},
    {"_write_move", write_move, METH_VARARGS, NULL},
    {"_read_move", read_move, METH_VARARGS, NULL},
    {"_play", play, METH_VARARGS, NULL},
    {"_shape", shape, METH_NOARGS, NULL},
    {"_action", action, METH_VARARGS, NULL},
    {"_action_move", action_move, METH_VARARGS, NULL},
    {"_legal", legal, METH_VARARGS, NULL},
    {"_act", act, METH_VARARGS, NULL},
    {"_observe", observe, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const class_plan plan = {
    .name = "knobel._knobel.Position",
    .size = sizeof(position_object),
    .create = create,
    .release = release,
    .methods = methods,
};

bool add_positions(PyObject *module)
{
    position_type = add_type(module, &plan);
    return position_type != NULL;
}
