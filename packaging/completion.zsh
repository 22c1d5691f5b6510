#compdef knobel
# completion.zsh: completes the commands of knobel, games, bots, options with their values, and files in zsh.

# What `knobel games` says of a game, or of all: `sheet=american`, one line for each option and value; with `seats=2`
# for the numbers of seats.
_knobel_values() {
    LANGUAGE=en knobel games 2>/dev/null | awk -v game="$1" '
        function told(key, values, list, count, i, range) {
            count = split(values, list, "|")
            if (match(list[count], /^[0-9]+ to [0-9]+$/)) {
                split(list[count], range, " to ")
                step = range[2] - range[1] > 12 ? range[2] - range[1] : 1 # of a long range, its ends
                for (i = range[1] + 0; i <= range[2]; i += step) print key "=" i
                count--
            }
            for (i = 1; i <= count; i++) print key "=" list[i]
        }
        /^[a-z]/ { here = game == "" || $1 == game ":"; if (here) { sub(/^[a-z]+: /, ""); sub(/ seats$/, ""); told("seats", $0) } }
        /^ / && here { sub(/^ +/, ""); sub(/ \(default: .*/, ""); key = $0; sub(/=.*/, "", key); sub(/^[a-z_]+=/, ""); told(key, $0) }'
}

_knobel() {
    local -a commands games bots flags
    local command= game=
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
        'engine:Play for another program'
        'hint:Show every move in a position with its value'
        'review:Show what was luck and what was a mistake'
        'evening:Show an evening: its points, and what stood out'
        'solve:Solve a game'
        'bench:Measure speed and sizes'
        'serve:Run the server'
        "backup:Copy a server's data"
        'restore:Bring back rooms that a server has deleted'
        "copy:Copy a server's data between a file and a database"
        'cluster:Look after a server on several machines'
        'health:Ask a server whether it is working'
        "key:Show or replace a server's signing key"
        'load:Simulate many guests at once'
    )
    games=(${(f)"$(knobel games --json 2>/dev/null | grep -oE '"game":"[a-z]+"' | cut -d '"' -f 4)"})
    bots=(child beginner regular strong best random)
    for ((i = 2; i < CURRENT; i++)); do
        case $words[i] in
        --lang) ((i++)) ;;
        -*) ;;
        *) if [[ -z $command ]]; then
                command=$words[i]
            elif [[ -z $game && -n ${(M)games:#$words[i]} ]]; then
                game=$words[i]
            fi ;;
        esac
    done
    case $words[CURRENT-1] in
    --lang) compadd en de nl ja; return ;;
    --dice) compadd house ours same:; return ;;
    --watching) compadd all late none; return ;;
    --bot) compadd $bots; return ;;
    --save | --load | --data | --seals) _files; return ;;
    --seats) compadd -- ${(fu)"$(_knobel_values $game | sed -n 's/^seats=//p')"}; return ;;
    --option) compadd -- ${(fu)"$(_knobel_values $game | grep -v '^seats=')"}; return ;;
    esac
    if [[ -z $command ]]; then
        _describe command commands
        compadd -- --lang --help --version
        return
    fi
    if [[ $PREFIX == -* ]]; then
        flags=(${(f)"$(knobel $command --help 2>/dev/null | grep -oE -- '--[a-z-]+')"} --help --lang)
        compadd -- $flags
        return
    fi
    case $command in
    play | host) if [[ -z $game ]]; then compadd $games; else compadd bot:$^bots; fi ;;
    arena | engine) if [[ -z $game ]]; then compadd $games; else compadd $bots; fi ;;
    moves | describe | perft | fingerprint | hint | solve | bench) compadd $games ;;
    replay | verify | evening | review | backup | copy) _files ;;
    esac
}
_knobel "$@"
