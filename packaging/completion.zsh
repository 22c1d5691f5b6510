#compdef knobel
# completion.zsh: completes the commands of knobel, games, bots, options and files in zsh.
_knobel() {
    local -a commands games bots flags
    local command=
    integer i
    commands=(
        'games:List the games, their seats and options'
        'play:Play at this keyboard'
        'join:Join a room by its link'
        'host:Open a room on a server and wait for others'
        'replay:Show a log from its first event to its last'
        'verify:Recompute every roll in a log from its sealed secret'
        'moves:List the legal moves in a position'
        'describe:Describe a position'
        'perft:Count all sequences of DEPTH events'
        'fingerprint:Hash the behaviour of the rules'
        'arena:Let bots play against each other'
        'hint:Show every move in a position with its value'
        'review:Show what was luck and what was a mistake'
        'solve:Solve a game'
        'bench:Measure speed and sizes'
        'serve:Run the server'
        "backup:Copy a server's data"
        'restore:Bring back rooms that a server has deleted'
        "key:Show or replace a server's signing key"
        'load:Simulate many guests at once'
    )
    games=(${(f)"$(knobel games --json 2>/dev/null | grep -oE '"game":"[a-z]+"' | cut -d '"' -f 4)"})
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
    --watching) compadd all late none; return ;;
    --bot) compadd $bots; return ;;
    --save | --load | --data | --seals) _files; return ;;
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
