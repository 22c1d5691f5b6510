/* export.h: marks what a module exports to JavaScript and imports from it. */
#ifndef KNOBEL_WASM_EXPORT_H
#define KNOBEL_WASM_EXPORT_H

#define EXPORT(type, name, ...)                                                                    \
    __attribute__((export_name(#name))) type name(__VA_ARGS__);                                    \
    type name(__VA_ARGS__)

#define IMPORT(module, name) __attribute__((import_module(module), import_name(name)))

#endif
