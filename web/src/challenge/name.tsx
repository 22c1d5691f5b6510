/* name.tsx: asks for a name before a challenge: others will read it beside the result. */
import { settings } from "../ui/storage";
import { _ } from "../ui/words";

const NAME_MAX = 39;

/** Whoever has a name already is not asked. */
export const isNameless = () => settings().name === "";

export function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
    return (
        <label class="challenge-name">
            <span>{_("Your name")}</span>
            <input
                class="field"
                value={name}
                maxLength={NAME_MAX}
                required
                pattern=".*\S.*"
                autocomplete="nickname"
                enterkeyhint="go"
                onInput={(event) => onName(event.currentTarget.value)}
            />
        </label>
    );
}
