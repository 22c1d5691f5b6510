/* built.d.ts: the modules that web/bundle.mjs writes while it builds. */
declare module "built:face-styles" {
    /** The arguments of `fetchStyle`, by game. */
    const styles: Record<string, [modern: string, old?: string, widths?: number[]]>;
    export default styles;
}
declare module "built:faces" {
    import type { Face } from "./table/face";
    const faces: Record<string, () => Promise<{ default: Face<any> }>>;
    export default faces;
}
declare module "built:screens" {
    import type { GameScreen } from "./tv/game-screen";
    const screens: Record<string, () => Promise<{ default: GameScreen<any> }>>;
    export default screens;
}
declare module "built:figures" {
    import type { JSX } from "preact";
    const figures: Record<string, () => Promise<{ default: Record<string, () => JSX.Element> }>>;
    export default figures;
}
declare module "built:lessons" {
    import type { Lesson } from "./learn/lesson";
    const lessons: Record<string, () => Promise<{ default: Lesson }>>;
    export default lessons;
}
declare module "built:tips" {
    import type { Tips } from "./learn/lesson";
    const tips: Record<string, () => Promise<{ default: Tips }>>;
    export default tips;
}
declare module "built:practices" {
    import type { ComponentType } from "preact";
    const practices: Record<string, () => Promise<{ default: ComponentType }>>;
    export default practices;
}
declare module "built:lids" {
    import type { JSX } from "preact";
    const lids: Record<string, () => JSX.Element>;
    export default lids;
}
declare module "built:about" {
    import type { About } from "./shelf/about";
    const about: Record<string, About>;
    export default about;
}
declare module "built:companions" {
    import type { Companion } from "./shelf/companion";
    const companions: Record<string, Companion>;
    export default companions;
}
declare module "built:same-dice" {
    import type { SameDice } from "./challenge/same-dice";
    const games: Record<string, SameDice>;
    export default games;
}
declare module "built:facts" {
    import type { FactsOfGame } from "./history/match";
    const games: Record<string, FactsOfGame>;
    export default games;
}
declare module "built:statistics" {
    import type { ComponentChildren, ComponentType } from "preact";
    import type { Played } from "./history/match";
    /** `children` are drawn after the first chart. */
    const statistics: Record<string, ComponentType<{ played: Played<any>[]; children: ComponentChildren }>>;
    export default statistics;
}
declare module "built:reviews" {
    import type { ComponentType } from "preact";
    import type { OwnReviewProps } from "./review/own-review";
    const reviews: Record<string, ComponentType<OwnReviewProps>>;
    export default reviews;
}
declare module "built:containers" {
    /** A selector of all elements that styles ask for their size. */
    const selector: string;
    export default selector;
}
declare module "built:shelf" {
    /** What the words of each game say of it, in the order of the shelf. */
    const shelf: Record<
        string,
        {
            /** Where it is the same in all languages. */
            title: string | null;
            /** Where there is little room. */
            short: string | null;
            /** In one sentence. */
            about: string | null;
            by: string | null;
            minutes: string | null;
            /** How many bots to play against by default. */
            bots: number;
            /** What options and their values are called. */
            options: Record<string, { label: string; values: Record<string, string> }>;
        }
    >;
    export default shelf;
}
declare module "built:sentences" {
    type Sentence = { by: "always" | "amount" | "count" | "throws"; one: string; many: string | null };
    const sentences: Record<string, { reasons: Record<string, Sentence>; nudges: Record<string, string> }>;
    export default sentences;
}
declare module "built:words" {
    const catalogues: Record<string, () => Promise<{ default: Record<string, string | string[]> }>>;
    export default catalogues;
}
declare module "built:rules" {
    const rules: Record<string, () => Promise<{ default: string }>>;
    export default rules;
}
declare module "built:samples" {
    const samples: Record<string, any>;
    export default samples;
}
declare module "built:engine" {
    import type { Built } from "./engine/module";
    /** Where the engine is (knobel.wasm), or null if the page was built without it. */
    const built: Built | null;
    export default built;
}
declare module "built:house" {
    import type { Built } from "./engine/module";
    /** The address of the house module (house.wasm); null as above. */
    const built: Built | null;
    export default built;
}
declare module "built:house-worker" {
    /** Where the script of the worker is that has a house in it; null as above. */
    const address: string | null;
    export default address;
}
declare module "built:thinker-worker" {
    /** Where the script of the worker is that thinks for the bots of that house; null as above. */
    const address: string | null;
    export default address;
}
declare module "built:engine-worker" {
    /** Where the script of the worker is that has the engine in it; null as above. */
    const address: string | null;
    export default address;
}
declare module "*.css";
