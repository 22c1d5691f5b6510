/* icons.tsx: small line icons. Always beside a word or a label, since screen readers skip them. */

const strokes = {
    back: "M15 5l-7 7 7 7",
    bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
    bulb: "M9 18h6M10 21h4M8.5 14.5a5.5 5.5 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z",
    chat: "M4 5h16v11H10l-4 4v-4H4z",
    check: "M5 13l4 4 10-11",
    close: "M6 6l12 12M18 6L6 18",
    copy: "M9 9h10v11H9zM15 9V4H5v11h4",
    crown: "M4 18h16M4 18L3 8l5 4 4-7 4 7 5-4-1 10",
    dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
    unfold: "M6 9l6 6 6-6",
    down: "M12 4v12m-5-5l5 5 5-5M5 20h14",
    eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
    end: "M6 5l7 7-7 7M18 5v14",
    gear: "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
    link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
    list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
    menu: "M4 7h16M4 12h16M4 17h16",
    moon: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z",
    on: "M9 5l7 7-7 7",
    pencil: "M4 20l1-4L16 5l3 3L8 19z",
    people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.7-5 6-5s6 2 6 5M16 11a2.5 2.5 0 1 0 0-5M17 14c2.5.3 4 2 4 5",
    phone: "M7 3h10v18H7zM11 18h2",
    plus: "M12 5v14M5 12h14",
    robot: "M6 9h12v10H6zM12 9V5M12 4.5h.01M9.5 13h.01M14.5 13h.01M9.5 16.5h5M3.5 12v4M20.5 12v4",
    rules: "M5 4h11l3 3v13H5zM9 10h6M9 14h6",
    screen: "M3 5h18v12H3zM8 21h8M12 17v4",
    share: "M12 15V4m-4 4l4-4 4 4M6 12H5v8h14v-8h-1",
    smile: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9 10h.01M15 10h.01M8.5 14a4 4 0 0 0 7 0",
    start: "M18 5l-7 7 7 7M6 5v14",
    time: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2",
    undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
};
export type IconName = keyof typeof strokes;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path
                d={strokes[name]}
                fill="none"
                stroke="currentColor"
                stroke-width="1.9"
                stroke-linecap="round"
                stroke-linejoin="round"
            />
        </svg>
    );
}
