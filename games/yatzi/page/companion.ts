/* companion.ts: what the device does with the real Yatzi. */
import { N_ } from "page/ui/words";

export default N_(
    "You throw the real dice and enter what they show. The device keeps the score sheet and adds it up.",
);
