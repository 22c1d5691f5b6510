/* figures.tsx: the figures in the rules of Yatzi. */
import { FlatDie } from "page/table/parts/dice";
import { _, _key } from "page/ui/words";
import { Figure, Group } from "page/ui/figure-frame";

function Keep() {
    return (
        <Figure label={_("Three fives are kept; a two and a six are thrown again.")}>
            <Group look="boxed" words={_("kept")}>
                {[5, 5, 5].map((face) => (
                    <FlatDie face={face} />
                ))}
            </Group>
            <Group look="faint" words={_("thrown again")}>
                {[2, 6].map((face) => (
                    <FlatDie face={face} />
                ))}
            </Group>
        </Figure>
    );
}

const upper = ["ones", "twos", "threes", "fours", "fives", "sixes"];

/** Three of each make the bonus. */
function Sheet() {
    return (
        <Figure label={_("Three of each number make 63 points in the upper boxes, which earns 35 more.")}>
            <table class="figure-sheet">
                <tbody>
                    {upper.map((box, at) => (
                        <tr>
                            <td>
                                <FlatDie face={at + 1} />
                            </td>
                            <td>{_key("yatzi", box)}</td>
                            <td>{3 * (at + 1)}</td>
                        </tr>
                    ))}
                    <tr>
                        <td />
                        <td>{_key("yatzi", "upper")}</td>
                        <td>63</td>
                    </tr>
                    <tr>
                        <td />
                        <td>{_key("yatzi", "bonus")}</td>
                        <td>35</td>
                    </tr>
                </tbody>
            </table>
        </Figure>
    );
}

export default { keep: Keep, sheet: Sheet };
