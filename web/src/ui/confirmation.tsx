/* confirmation.tsx: asks for confirmation before something that cannot be undone. */
import { useState } from "preact/hooks";
import { Sheet } from "./sheet";
import { _ } from "./words";

interface Question {
    text: string;
    /** What the button says that does it. */
    yes: string;
    then: () => void;
}

/** `ask` puts a question, `asked` must be drawn somewhere. */
export function useConfirmation() {
    const [question, ask] = useState<Question | null>(null);
    const close = () => ask(null);
    const asked = question && (
        <Sheet title={_("Are you sure?")} onClose={close}>
            <div class="stack">
                <p>{question.text}</p>
                <div class="row">
                    <button
                        type="button"
                        class="button main"
                        onClick={() => {
                            close();
                            question.then();
                        }}
                    >
                        {question.yes}
                    </button>
                    <button type="button" class="button" onClick={close}>
                        {_("Cancel")}
                    </button>
                </div>
            </div>
        </Sheet>
    );
    return { ask, asked };
}
