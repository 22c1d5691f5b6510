# completion.bash: completes the commands of knobel, games, bots, options and files in bash.
_knobel() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
    local commands="games play join host replay verify moves describe perft fingerprint arena hint review
        solve bench serve backup restore key load"
    local games="$(knobel games --json 2>/dev/null | grep -oE '"game":"[a-z]+"' | cut -d '"' -f 4 | tr '\n' ' ')"
    local bots="child beginner regular strong best random"
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --lang) ((i++)) ;;
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $before in
    --lang) COMPREPLY=($(compgen -W "en de nl ja" -- "$word")); return ;;
    --dice) COMPREPLY=($(compgen -W "house ours same:" -- "$word")); return ;;
    --watching) COMPREPLY=($(compgen -W "all late none" -- "$word")); return ;;
    --bot) COMPREPLY=($(compgen -W "$bots" -- "$word")); return ;;
    --save | --load | --data | --seals) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --option) COMPREPLY=($(compgen -W "$(knobel games 2>/dev/null | sed -n 's/^ *\([a-z_]*=\).*/\1/p')" -- "$word"))
        compopt -o nospace; return ;;
    --seed | --seats | --threads | -n) return ;;
    esac
    if [[ -z $command ]]; then
        COMPREPLY=($(compgen -W "$commands --lang --help --version" -- "$word"))
        return
    fi
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(knobel "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+') --help" -- "$word"))
        return
    fi
    case $command in
    play) if [[ $before == play ]]; then
            COMPREPLY=($(compgen -W "$games" -- "$word"))
        else
            COMPREPLY=($(compgen -W "$(printf 'bot:%s ' $bots)" -- "$word"))
        fi ;;
    host) COMPREPLY=($(compgen -W "$games $(printf 'bot:%s ' $bots)" -- "$word")) ;;
    arena) if [[ $before == arena ]]; then
            COMPREPLY=($(compgen -W "$games" -- "$word"))
        else
            COMPREPLY=($(compgen -W "$bots" -- "$word"))
        fi ;;
    moves | describe | perft | fingerprint | hint | solve | bench)
        [[ $before == "$command" ]] && COMPREPLY=($(compgen -W "$games" -- "$word")) ;;
    replay | verify | review | backup) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
    # For bash a colon parts words.
    ! declare -F __ltrim_colon_completions >/dev/null || __ltrim_colon_completions "$word"
}
complete -F _knobel knobel
