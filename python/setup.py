"""Builds the extension against the library in $KNOBEL_BUILD (`make python` does), or against an installed one."""

import os
import re
from pathlib import Path

from setuptools import Extension, setup

here = Path(__file__).resolve().parent
version = re.search(r"project\(knobel VERSION ([0-9.]+)", (here.parent / "CMakeLists.txt").read_text())[1]
build = os.environ.get("KNOBEL_BUILD")
linked = (
    {"extra_objects": [f"{build}/libknobel.a"], "extra_link_args": ["-l:libnettle.a", "-lm", "-Wl,--exclude-libs,ALL"]}
    if build
    else {"libraries": ["knobel"]}
)
setup(
    version=version,
    license="MIT",
    ext_modules=[
        Extension(
            "knobel._knobel",
            sorted(str(path.relative_to(here)) for path in (here / "extension").glob("*.c")),
            include_dirs=[str(here.parent)],
            define_macros=[("_POSIX_C_SOURCE", "200809L")],
            extra_compile_args=["-std=c17", "-fvisibility=hidden"],
            py_limited_api=True,
            **linked,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
