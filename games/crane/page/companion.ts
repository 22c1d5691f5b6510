/* companion.ts: what the device does with the real Crane. */
import { N_ } from "page/ui/words";

export default N_(
    "You lift the real cards. The device is the banker: enter the bets and the count, and it pays out.",
);
