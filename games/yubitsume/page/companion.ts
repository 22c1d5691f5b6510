/* companion.ts: what the device does with the real Yubitsume. */
import { N_ } from "page/ui/words";

export default N_(
    "You throw and hit at a real table and enter the dice. The device says what was right and keeps track of fingers and rings.",
);
