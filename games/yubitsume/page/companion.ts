/* companion.ts: what the device does beside the real box of Yubitsume. */
import { N_ } from "page/ui/words";

export default N_(
    "You throw and hit at the real table and tap in the dice. The device says what was right, and keeps fingers and rings.",
);
