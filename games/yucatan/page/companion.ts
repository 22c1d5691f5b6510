/* companion.ts: what the device does with the real Yu-C-A-Tan. */
import { N_ } from "page/ui/words";

export default N_(
    "You throw the real dice and enter what they show. The device keeps track of cards and points.",
);
