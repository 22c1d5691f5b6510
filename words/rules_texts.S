/* rules_texts.S: the rules as they are written, each closed by a zero. */
    .section .rodata
    .global rules_bossa
rules_bossa:
    .incbin "bossa.txt"
    .byte 0
    .global rules_crane
rules_crane:
    .incbin "crane.txt"
    .byte 0
    .global rules_yatzi
rules_yatzi:
    .incbin "yatzi.txt"
    .byte 0
    .global rules_yubitsume
rules_yubitsume:
    .incbin "yubitsume.txt"
    .byte 0
    .global rules_yucatan
rules_yucatan:
    .incbin "yucatan.txt"
    .byte 0
    .section .note.GNU-stack, "", %progbits
