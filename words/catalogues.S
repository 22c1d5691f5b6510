/* catalogues.S: the compiled catalogues, as they are. */
    .section .rodata
    .balign 8
    .global words_de
words_de:
    .incbin "de.mo"
    .balign 8
    .global words_en
words_en:
    .incbin "en.mo"
    .balign 8
    .global words_ja
words_ja:
    .incbin "ja.mo"
    .balign 8
    .global words_nl
words_nl:
    .incbin "nl.mo"
    .section .note.GNU-stack, "", %progbits
