/* nowhere.tsx: an address that leads nowhere: says so, and shows the ways on. */
import { useEffect } from "preact/hooks";
import { TopBar } from "../ui/topbar";
import { go } from "../ui/navigation";
import { _ } from "../ui/words";

export default function Nowhere() {
    useEffect(() => {
        document.title = `${_("Page not found")} – Knobel`;
        return () => {
            document.title = "Knobel";
        };
    });
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">
                <section class="sheet stack nobody">
                    <h2>{_("Page not found")}</h2>
                    <p>
                        {_(
                            "There is nothing at this address. It may be mistyped, or part of a link is missing. You can enter a room code on the home page.",
                        )}
                    </p>
                    <button type="button" class="button main" onClick={() => go("/")}>
                        {_("Home")}
                    </button>
                </section>
            </main>
        </>
    );
}
