/* settings.tsx: the settings of the page: sound, motion, light, language. Stored in this browser. */
import { choose, settings, type Settings } from "./storage";
import { Sheet } from "./sheet";
import { languages } from "./language";
import { lazy } from "./lazy-part";
import { _ } from "./words";

const MoreSettings = lazy(() => import("../room/more-tools").then((part) => part.MoreSettings));

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
                        ["system", _("Same as device")],
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
                    label={_("Animation")}
                    value={now.motion}
                    onChoose={set("motion")}
                    options={[
                        ["system", _("Same as device")],
                        ["normal", _("Normal")],
                        ["fast", _("Fast")],
                        ["off", _("Off")],
                    ]}
                />
                <Choice
                    label={_("Appearance")}
                    value={now.light}
                    onChoose={set("light")}
                    options={[
                        ["system", _("Same as device")],
                        ["day", _("Light")],
                        ["evening", _("Dark")],
                    ]}
                />
                <Choice
                    label={_("Table view")}
                    value={now.table}
                    onChoose={set("table")}
                    options={[
                        ["drawn", _("Graphics")],
                        ["plain", _("Text")],
                    ]}
                />
                <Choice
                    label={_("Tutor (in rooms with hints)")}
                    value={now.tutor}
                    onChoose={set("tutor")}
                    options={[
                        ["off", _("Off")],
                        ["costly", _("Ask before costly moves")],
                    ]}
                />
                <Choice
                    label={_("Tips in the first match of a game")}
                    value={now.tips}
                    onChoose={set("tips")}
                    options={[
                        ["on", _("On")],
                        ["off", _("Off")],
                    ]}
                />
                <Choice
                    label={_("New rooms")}
                    value={now.house}
                    onChoose={set("house")}
                    options={[
                        ["far", _("Online, by link")],
                        ["here", _("This device only")],
                    ]}
                />
                <MoreSettings />
                <p class="soft small">
                    {_("Saved in this browser only. Knobel has no accounts and tracks nobody.")}
                </p>
            </div>
        </Sheet>
    );
}
