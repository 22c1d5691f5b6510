# completion.bash: completes the commands of knobel, games, bots, options with their values, and files in bash.

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
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= game= key= i
    local commands="games play join host replay verify evening moves describe perft fingerprint arena engine hint review
        solve bench serve backup restore copy cluster health key load"
    local games="$(knobel games --json 2>/dev/null | grep -oE '"game":"[a-z]+"' | cut -d '"' -f 4 | tr '\n' ' ')"
    local bots="child beginner regular strong best random"
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --lang) ((i++)) ;;
        -*) ;;
        *) if [[ -z $command ]]; then
                command=${COMP_WORDS[i]}
            elif [[ -z $game && " $games" == *" ${COMP_WORDS[i]} "* ]]; then
                game=${COMP_WORDS[i]}
            fi ;;
        esac
    done
    # For bash a `=` parts words: --option sheet=am is four of them.
    if ((COMP_CWORD > 2)) && [[ $word == = && ${COMP_WORDS[COMP_CWORD - 2]} == --option ]]; then
        key=$before word=
    elif ((COMP_CWORD > 3)) && [[ $before == = && ${COMP_WORDS[COMP_CWORD - 3]} == --option ]]; then
        key=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [[ -n $key ]]; then
        COMPREPLY=($(compgen -W "$(_knobel_values "$game" | sed -n "s/^$key=//p" | sort -u)" -- "$word"))
        return
    fi
    case $before in
    --lang) COMPREPLY=($(compgen -W "en de nl ja" -- "$word")); return ;;
    --dice) COMPREPLY=($(compgen -W "house ours same:" -- "$word")); return ;;
    --watching) COMPREPLY=($(compgen -W "all late none" -- "$word")); return ;;
    --bot) COMPREPLY=($(compgen -W "$bots" -- "$word")); return ;;
    --save | --load | --data | --seals) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --seats) COMPREPLY=($(compgen -W "$(_knobel_values "$game" | sed -n 's/^seats=//p' | sort -u)" -- "$word")); return ;;
    --option)
        if [[ $word == *=* ]]; then
            COMPREPLY=($(compgen -W "$(_knobel_values "$game" | grep -v '^seats=')" -- "$word"))
        else
            COMPREPLY=($(compgen -W "$(_knobel_values "$game" | grep -v '^seats=' | sed 's/=.*/=/' | sort -u)" -- "$word"))
            compopt -o nospace 2>/dev/null
        fi
        return ;;
    --seed | --threads | -n) return ;;
    esac
    if [[ -z $command ]]; then
        COMPREPLY=($(compgen -W "$commands --lang --help --version" -- "$word"))
        return
    fi
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(knobel "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u) --help --lang" -- "$word"))
        return
    fi
    case $command in
    play | host) if [[ -z $game ]]; then
            COMPREPLY=($(compgen -W "$games" -- "$word"))
        else
            COMPREPLY=($(compgen -W "$(printf 'bot:%s ' $bots)" -- "$word"))
        fi ;;
    arena | engine) if [[ -z $game ]]; then
            COMPREPLY=($(compgen -W "$games" -- "$word"))
        else
            COMPREPLY=($(compgen -W "$bots" -- "$word"))
        fi ;;
    moves | describe | perft | fingerprint | hint | solve | bench)
        [[ -z $game ]] && COMPREPLY=($(compgen -W "$games" -- "$word")) ;;
    replay | verify | evening | review | backup | copy) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
    # For bash a colon parts words.
    ! declare -F __ltrim_colon_completions >/dev/null || __ltrim_colon_completions "$word"
}
complete -F _knobel knobel
