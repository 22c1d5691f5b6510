/* settings.tsx: how somebody likes the page: sound, motion, light, language. Kept in this browser. */
import { choose, settings, type Settings } from "./storage";
import { Sheet } from "./sheet";
import { _, languages } from "./words";

/** A few words of which exactly one is chosen. */
export function Choice<T extends string>(props: {
    label: string;
    value: T;
    options: [T, string][];
    onChoose: (value: T) => void;
    disabled?: boolean;
}) {
    return (
        <fieldset class="choice" disabled={props.disabled}>
            <legend>{props.label}</legend>
            <div class="choice-row">
                {props.options.map(([value, text]) => (
                    <label class={value === props.value ? "pill chosen" : "pill"}>
                        <input
                            type="radio"
                            class="ears"
                            name={props.label}
                            value={value}
                            checked={value === props.value}
                            onChange={() => props.onChoose(value)}
                        />
                        {text}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

export function SettingsSheet({ onClose }: { onClose: () => void }) {
    const now = settings();
    const set =
        <K extends keyof Settings>(key: K) =>
        (value: Settings[K]) =>
            choose({ [key]: value });
    return (
        <Sheet title={_("Settings")} onClose={onClose}>
            <div class="stack">
                <Choice
                    label={_("Language")}
                    value={now.language}
                    onChoose={set("language")}
                    options={[
                        ["system", _("As the device")],
                        ...(Object.entries(languages) as [Settings["language"], string][]),
                    ]}
                />
                <Choice
                    label={_("Sound")}
                    value={now.sound ? "on" : "off"}
                    options={[
                        ["on", _("On")],
                        ["off", _("Off")],
                    ]}
                    onChoose={(value) => choose({ sound: value === "on" })}
                />
                <Choice
                    label={_("Motion")}
                    value={now.motion}
                    onChoose={set("motion")}
                    options={[
                        ["system", _("As the device")],
                        ["normal", _("Normal")],
                        ["fast", _("Fast")],
                        ["off", _("Off")],
                    ]}
                />
                <Choice
                    label={_("Light")}
                    value={now.light}
                    onChoose={set("light")}
                    options={[
                        ["system", _("As the device")],
                        ["day", _("Day")],
                        ["evening", _("Evening")],
                    ]}
                />
                <Choice
                    label={_("Tables")}
                    value={now.table}
                    onChoose={set("table")}
                    options={[
                        ["drawn", _("as pictures")],
                        ["plain", _("in words")],
                    ]}
                />
                <Choice
                    label={_("Tutor, in rooms with hints")}
                    value={now.tutor}
                    onChoose={set("tutor")}
                    options={[
                        ["off", _("Off")],
                        ["costly", _("asks before costly moves")],
                    ]}
                />
                <Choice
                    label={_("New rooms")}
                    value={now.house}
                    onChoose={set("house")}
                    options={[
                        ["far", _("for everybody with the link")],
                        ["here", _("on this device alone")],
                    ]}
                />
                <p class="soft small">
                    {_("Kept in this browser, nowhere else. Knobel has no accounts and watches nobody.")}
                </p>
            </div>
        </Sheet>
    );
}
