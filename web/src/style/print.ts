/* print.ts: the style for paper, fetched by itself. */
import "./print.css";
