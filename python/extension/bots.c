/* bots.c: solutions and bots. The classes of the package have the texts. */
#include "python/extension/inside.h"

PyTypeObject *solution_type;

typedef struct {
    PyObject ob_base;
    knobel_bot *bot;
    PyObject *solution; /* outlasts the bot, which uses it */
    int seat, threads;
    bool busy; /* it thinks, without the interpreter's lock */
} bot_object;

/* ---- solutions ---- */

/* (position, threads, progress or None) */
static PyObject *create_solution(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *position, *progress;
    errand e = {0};
    knobel_solution *solution = NULL;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OiO", &position, &e.threads, &progress))
        return NULL;
    knobel_position *own = copy_position(position);
    if (!own)
        return NULL;
    e.progress = progress == Py_None ? NULL : progress;
    knobel_machine machine = errand_begin(&e, 0);
    knobel_answer answer = knobel_solve(own, &machine, &e.stop, &solution);
    knobel_position_free(own);
    errand_end(&e);
    if (e.stop) {
        knobel_solution_free(solution);
        return NULL;
    }
    if (answer)
        return refuse(answer);
    solution_object *self = new_object(type);
    if (self)
        self->solution = solution;
    else
        knobel_solution_free(solution);
    return (PyObject *)self;
}

static void release_solution(PyObject *self)
{
    knobel_solution_free(((solution_object *)self)->solution);
    free_object(self);
}

static PyObject *solution_bytes(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromSize_t(knobel_solution_bytes(((solution_object *)self)->solution));
}

static PyMethodDef solution_methods[] = {
    {"_bytes", solution_bytes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const class_plan solution_plan = {
    .name = "knobel._knobel.Solution",
    .size = sizeof(solution_object),
    .create = create_solution,
    .release = release_solution,
    .methods = solution_methods,
};

/* ---- bots ---- */

static bot_object *at(PyObject *self)
{
    return (bot_object *)self;
}

/* (position, seat, level, seed, solution or None, threads, budget_ms) */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *position, *solved;
    int seat, threads;
    const char *level;
    uint64_t seed;
    long long budget_ms;
    errand e = {0};
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OisO&OiL", &position, &seat, &level, read_u64, &seed, &solved,
                          &threads, &budget_ms))
        return NULL;
    if (!PyObject_TypeCheck(position, position_type) ||
        (solved != Py_None && !PyObject_TypeCheck(solved, solution_type))) {
        PyErr_SetString(PyExc_TypeError, "a Position is needed, and a Solution or None");
        return NULL;
    }
    bot_object *self = new_object(type);
    if (!self)
        return NULL;
    Py_INCREF(solved);
    self->solution = solved;
    self->seat = seat;
    self->threads = threads;
    e.threads = threads;
    /* Only to get the machine, which the bot keeps. */
    knobel_machine machine = errand_begin(&e, budget_ms);
    errand_end(&e);
    knobel_answer answer = knobel_bot_open(
        ((position_object *)position)->position, seat, level, seed,
        solved == Py_None ? NULL : ((solution_object *)solved)->solution, &machine, &self->bot);
    if (answer) {
        Py_DECREF((PyObject *)self);
        return refuse(answer);
    }
    return (PyObject *)self;
}

static void release(PyObject *self)
{
    knobel_bot_free(at(self)->bot);
    Py_XDECREF(at(self)->solution);
    free_object(self);
}

/* The bot begins to think about its own copy of a position; NULL with an exception. */
static knobel_position *begin(PyObject *self, PyObject *position, errand *e)
{
    if (at(self)->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this bot thinks in another thread");
        return NULL;
    }
    knobel_position *own = copy_position(position);
    if (!own)
        return NULL;
    at(self)->busy = true;
    *e = (errand){.threads = at(self)->threads};
    errand_begin(e, 0);
    return own;
}

static void end(PyObject *self, knobel_position *own, errand *e)
{
    errand_end(e);
    knobel_position_free(own);
    at(self)->busy = false;
}

/* (move, delay in ms or -1) */
static PyObject *choose(PyObject *self, PyObject *position)
{
    errand e;
    knobel_move move = 0;
    int64_t delay_ms = KNOBEL_NEVER;
    knobel_position *own = begin(self, position, &e);
    if (!own)
        return NULL;
    knobel_answer answer = knobel_bot_choose(at(self)->bot, own, &move, &delay_ms);
    end(self, own, &e);
    return answer ? refuse(answer) : Py_BuildValue("IL", move, (long long)delay_ms);
}

static PyObject *watch(PyObject *self, PyObject *position)
{
    errand e;
    knobel_position *own = begin(self, position, &e);
    if (!own)
        return NULL;
    knobel_answer answer = knobel_bot_watch(at(self)->bot, own);
    end(self, own, &e);
    return answered(answer);
}

static PyObject *opinion_tuple(const knobel_opinion *o)
{
    return Py_BuildValue("Idd", o->move, o->value, o->error);
}

static PyObject *judge(PyObject *self, PyObject *position)
{
    errand e;
    knobel_opinion opinions[KNOBEL_MOVES_MAX];
    size_t count = 0;
    knobel_position *own = begin(self, position, &e);
    if (!own)
        return NULL;
    knobel_answer answer = knobel_bot_judge(at(self)->bot, own, opinions, KNOBEL_MOVES_MAX, &count);
    end(self, own, &e);
    if (answer)
        return refuse(answer);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *opinion = opinion_tuple(&opinions[i]);
        if (!opinion || PyList_SetItem(list, (Py_ssize_t)i, opinion) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *explain(PyObject *self, PyObject *position)
{
    enum { ROOM = 1 << 18 }; /* as much as there can be */
    errand e;
    size_t length = 0;
    char *buffer = PyMem_Malloc(ROOM);
    if (!buffer)
        return PyErr_NoMemory();
    knobel_position *own = begin(self, position, &e);
    if (!own) {
        PyMem_Free(buffer);
        return NULL;
    }
    knobel_answer answer = knobel_bot_explain(at(self)->bot, own, buffer, ROOM, &length);
    end(self, own, &e);
    PyObject *text =
        answer ? refuse(answer) : PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)length);
    PyMem_Free(buffer);
    return text;
}

static PyObject *value(PyObject *self, PyObject *position)
{
    errand e;
    knobel_opinion opinion = {0};
    knobel_position *own = begin(self, position, &e);
    if (!own)
        return NULL;
    knobel_answer answer = knobel_bot_value(at(self)->bot, own, &opinion);
    end(self, own, &e);
    return answer ? refuse(answer) : opinion_tuple(&opinion);
}

static PyObject *meaning(PyObject *self, PyObject *nothing)
{
    knobel_meaning found = KNOBEL_POINTS;
    (void)nothing;
    knobel_answer answer = knobel_bot_meaning(at(self)->bot, &found);
    return answer ? refuse(answer) : PyLong_FromLong(found);
}

static PyObject *seat_of(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyLong_FromLong(at(self)->seat);
}

static PyMethodDef methods[] = {
    {"_seat", seat_of, METH_NOARGS, NULL},    {"_choose", choose, METH_O, NULL},
    {"_watch", watch, METH_O, NULL},          {"_judge", judge, METH_O, NULL},
    {"_explain", explain, METH_O, NULL},      {"_value", value, METH_O, NULL},
    {"_meaning", meaning, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL},
};

static const class_plan plan = {
    .name = "knobel._knobel.Bot",
    .size = sizeof(bot_object),
    .create = create,
    .release = release,
    .methods = methods,
};

bool add_bots(PyObject *module)
{
    solution_type = add_type(module, &solution_plan);
    return solution_type && add_type(module, &plan);
}
