/* code-form.tsx: the form for a room code. */
import { useState } from "preact/hooks";
import { go, readCode } from "../ui/navigation";
import { _ } from "../ui/words";

const TYPED_MAX = 80; // characters: a link is as good as its code

export function JoinByCode() {
    const [typed, setTyped] = useState("");
    const [wrong, setWrong] = useState(false);
    const join = (event: SubmitEvent) => {
        event.preventDefault();
        const code = readCode(typed.trim().split("/").pop() ?? "");
        setWrong(code === null);
        if (code) go(`/t/${code}`);
    };
    return (
        <form class="join" onSubmit={join}>
            <label class="ears" for="code">
                {_("Room code")}
            </label>
            <input
                id="code"
                class="field"
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
                placeholder={_("Room code")}
                autocomplete="off"
                autocapitalize="characters"
                spellcheck={false}
                maxLength={TYPED_MAX}
                enterkeyhint="go"
                aria-invalid={wrong}
                aria-describedby="code-wrong"
            />
            <button class="button">{_("Join")}</button>
            {/* Beside the field: what is at the edge of the screen would lie behind the keyboard of a phone. */}
            <p id="code-wrong" class="join-wrong small" role="status">
                {wrong && _("A room code has six letters and digits, like {code}.", { code: "K7Q M3T" })}
            </p>
        </form>
    );
}
