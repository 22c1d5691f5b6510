/* box-names.ts: the boxes of the sheet, in their order; without pictures, so that workers can use it too. */

export const upperBoxes = ["ones", "twos", "threes", "fours", "fives", "sixes"] as const;
export const lowerBoxes = [
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_street",
    "large_street",
    "yatzi",
    "chance",
] as const;
export type Box = (typeof upperBoxes)[number] | (typeof lowerBoxes)[number];
