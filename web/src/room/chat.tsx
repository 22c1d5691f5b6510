/* chat.tsx: the chat of a room, with phrases for people who share no language. Muting is local. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { choose, settings } from "../ui/storage";
import type { ChatLine } from "../connection/messages";
import { notice } from "../ui/notice";
import type { Act } from "./room";
import type { Snapshot } from "../connection/room-connection";
import { _, dateLocale, N_, words } from "../ui/words";

const phraseTexts: Record<string, string> = {
    hello: N_("Hello!"),
    good_luck: N_("Good luck!"),
    well_played: N_("Well played!"),
    thanks: N_("Thank you!"),
    sorry: N_("Sorry!"),
    oops: N_("Oops!"),
    wow: N_("Wow!"),
    your_turn: N_("It's your turn."),
    one_moment: N_("One moment, please."),
    again: N_("Play again?"),
    good_game: N_("Good game!"),
    bye: N_("Bye!"),
};

const TEXT_MAX_BYTES = 280;

const phraseText = (phrase: string) =>
    phraseTexts[phrase] ? words(phraseTexts[phrase]) : phrase.replaceAll("_", " ");

/** Text and phrase alike, in this reader's language. */
function chatText(line: ChatLine): string {
    return line.phrase !== undefined ? phraseText(line.phrase) : (line.text ?? "");
}

const muteKey = (code: string, line: ChatLine) => `${code}:${line.person ?? line.from}`;

function isMuted(code: string, line: ChatLine): boolean {
    return settings().muted.includes(muteKey(code, line));
}

function toggleMute(code: string, line: ChatLine): void {
    const key = muteKey(code, line);
    const { muted } = settings();
    choose({ muted: muted.includes(key) ? muted.filter((one) => one !== key) : [...muted, key] });
}

function Said({ code, line, mine }: { code: string; line: ChatLine; mine: boolean }) {
    const time = new Intl.DateTimeFormat(dateLocale(), { hour: "2-digit", minute: "2-digit" }).format(
        line.at,
    );
    const muted = isMuted(code, line);
    return (
        <li class={mine ? "said mine" : "said"}>
            <p class="said-who">
                <b>{line.from || _("A spectator")}</b> <time>{time}</time>
                {!mine && (
                    <button
                        type="button"
                        class="said-mute"
                        aria-pressed={muted}
                        onClick={() => toggleMute(code, line)}
                    >
                        {muted ? _("Unmute") : _("Mute")}
                    </button>
                )}
            </p>
            <p class="said-text">{muted ? "…" : chatText(line)}</p>
        </li>
    );
}

/** Cut to the server's limit, between characters. */
function fitting(text: string): string {
    const encoder = new TextEncoder();
    let kept = "";
    let bytes = 0;
    for (const character of text) {
        bytes += encoder.encode(character).length;
        if (bytes > TEXT_MAX_BYTES) break;
        kept += character;
    }
    return kept.trim();
}

export function Chat(props: {
    code: string;
    chat: ChatLine[];
    phrases: string[];
    person: number | null;
    act: Act;
}) {
    const [text, setText] = useState("");
    const end = useRef<HTMLOListElement>(null);
    useEffect(() => {
        end.current?.scrollTo({ top: end.current.scrollHeight });
    }, [props.chat.length]);
    const send = (event: SubmitEvent) => {
        event.preventDefault();
        const said = fitting(text);
        if (!said) return;
        // At once, so that what is typed meanwhile stays; what was refused comes back.
        setText("");
        void props.act({ type: "chat", text: said }).then((done) => done || setText((now) => now || text));
    };
    return (
        <div class="chat">
            <ol class="chat-lines" ref={end} tabIndex={0} aria-label={_("Chat")}>
                {props.chat.length === 0 && <li class="soft small">{_("Nobody has said anything yet.")}</li>}
                {props.chat.map((line) => (
                    <Said
                        key={line.number}
                        code={props.code}
                        line={line}
                        mine={line.person !== undefined && line.person === props.person}
                    />
                ))}
            </ol>
            <div class="chat-phrases" role="group" aria-label={_("Quick phrases")}>
                {props.phrases.map((phrase) => (
                    <button
                        type="button"
                        class="pill"
                        onClick={() => void props.act({ type: "chat", phrase })}
                    >
                        {phraseText(phrase)}
                    </button>
                ))}
            </div>
            <form class="chat-form" onSubmit={send}>
                <input
                    class="field"
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                    maxLength={TEXT_MAX_BYTES}
                    placeholder={_("Say something")}
                    aria-label={_("Say something")}
                    autocomplete="off"
                    enterkeyhint="send"
                />
                <button class="button main">{_("Send")}</button>
            </form>
        </div>
    );
}

// ---- for those who do not have it open ----

/** How many lines of chat are unread. */
export function useUnread(now: Snapshot, looking: boolean): number {
    const [read, setRead] = useState(now.chat[now.chat.length - 1]?.number ?? 0);
    const last = now.chat[now.chat.length - 1];
    useLayoutEffect(() => {
        if (looking && last) setRead(last.number);
    }, [looking, last]);
    return now.chat.filter(
        (line) => line.number > read && line.person !== now.you.person && !isMuted(now.room!.room, line),
    ).length;
}

/** Shows the last message for a moment if the chat is not visible; it never covers the chat itself. */
export function useChatNotices(now: Snapshot, isLooking: () => boolean): void {
    const seen = useRef(now.chat[now.chat.length - 1]?.number ?? 0);
    const said = useRef<(() => void)[]>([]);
    useEffect(() => {
        const line = now.chat[now.chat.length - 1];
        if (!line || line.number <= seen.current) return;
        seen.current = line.number;
        if (line.person !== now.you.person && !isMuted(now.room!.room, line) && !isLooking())
            said.current = [notice(`${line.from || _("A spectator")}: ${chatText(line)}`)];
    }, [now.chat]);
    useEffect(() => {
        if (said.current.length > 0 && isLooking()) for (const drop of said.current.splice(0)) drop();
    });
}
