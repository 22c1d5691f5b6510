/* lazy-screen.tsx: a screen that is fetched when needed, with its styles and words, so that nothing jumps. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TopBar } from "./topbar";
import { fetchPart } from "./part-loader";
import { _ } from "./words";

type Load = () => Promise<{ default: ComponentType }>;

/** `load` must stay the same from one drawing to the next. */
export function LazyScreen({ load }: { load: Load }) {
    const [tries, setTries] = useState(0);
    const [come, setCome] = useState<{ screen: ComponentType | null } | null>(null);
    useEffect(() => {
        let wanted = true;
        setCome(null);
        fetchPart(load()).then(
            ({ default: screen }) => wanted && setCome({ screen }),
            () => wanted && setCome({ screen: null }),
        );
        return () => {
            wanted = false;
        };
    }, [load, tries]);
    const Come = come?.screen;
    if (Come) return <Come />;
    return (
        <>
            <TopBar title="Knobel" />
            <main class="narrow">
                {come && (
                    <section class="sheet stack">
                        <p>{_("This part of the page can't be loaded right now.")}</p>
                        <button type="button" class="button" onClick={() => setTries(tries + 1)}>
                            {_("Try again")}
                        </button>
                    </section>
                )}
            </main>
        </>
    );
}
