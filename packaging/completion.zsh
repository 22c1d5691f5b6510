#compdef knobel
# completion.zsh: completes the commands of knobel, games, bots, options and files in zsh.
_knobel() {
    local -a commands games bots flags
    local command=
    integer i
    commands=(
        'games:list the games, their seats and options'
        'play:play at this keyboard'
        'join:enter a room of a house by its link'
        'host:open a room in a house and wait for others there'
        'replay:tell a log from its first event to its last'
        'verify:recompute every roll of a log from its sealed secret'
        'moves:list the legal moves of a position'
        'describe:describe a position'
        'perft:count the sequences of so many events'
        'fingerprint:hash the behaviour of the rules'
        'arena:let bots play against each other'
        'hint:all moves of a position with their values'
        'review:what was luck and what was error'
        'solve:solve a game'
        'bench:measure speed and sizes'
        'serve:open the house'
        'backup:copy what a house keeps'
        'load:many guests at once'
    )
    games=(yatzi yucatan bossa yubitsume crane)
    bots=(child beginner regular strong best random)
    for ((i = 2; i < CURRENT; i++)); do
        case $words[i] in
        --lang) ((i++)) ;;
        -*) ;;
        *) command=$words[i]; break ;;
        esac
    done
    case $words[CURRENT-1] in
    --lang) compadd en de nl ja; return ;;
    --dice) compadd house ours same:; return ;;
    --bot) compadd $bots; return ;;
    --save | --load | --data) _files; return ;;
    --option) compadd -S '' -- ${(f)"$(knobel games 2>/dev/null | sed -n 's/^ *\([a-z_]*=\).*/\1/p')"}; return ;;
    esac
    if [[ -z $command ]]; then
        _describe command commands
        compadd -- --lang --help --version
        return
    fi
    if [[ $PREFIX == -* ]]; then
        flags=(${(f)"$(knobel $command --help 2>/dev/null | grep -oE -- '--[a-z-]+')"} --help)
        compadd -- $flags
        return
    fi
    case $command in
    play) if [[ $words[CURRENT-1] == play ]]; then compadd $games; else compadd bot:$^bots; fi ;;
    host) compadd $games bot:$^bots ;;
    arena) if [[ $words[CURRENT-1] == arena ]]; then compadd $games; else compadd $bots; fi ;;
    moves | describe | perft | fingerprint | hint | solve | bench) compadd $games ;;
    replay | verify | review | backup) _files ;;
    esac
}
_knobel "$@"
