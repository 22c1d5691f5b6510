/* companion.ts: what the device does with the real Bossa. */
import { N_ } from "page/ui/words";

export default N_(
    "You play with the real tiles and enter what is thrown and drawn. The device knows what fits where.",
);
