// Small charts of calls over time: bars of what was allowed, and on top of them what was refused.

import { el, svg } from "./dom.js";
import { count } from "./text.js";

const WIDTH = 300;
const HEIGHT = 64;

/**
 * Draws a series of points {allowed, refused}, the oldest first.
 *
 * The numbers are also in the text beside it, so that nobody has to see the drawing.
 */
export function chart(points, label, step) {
  const highest = Math.max(1, ...points.map(({ allowed, refused }) => allowed + refused));
  const width = WIDTH / Math.max(1, points.length);
  const scale = (calls) => (calls / highest) * (HEIGHT - 4);
  const bars = points.flatMap(({ allowed, refused }, i) => [
    bar(i * width, HEIGHT - scale(allowed), width, scale(allowed), "allowed"),
    bar(i * width, HEIGHT - scale(allowed) - scale(refused), width, scale(refused), "refused"),
  ]);
  return el(
    "figure",
    { class: "chart" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: "axis" }),
      bars.filter(Boolean)),
    el("figcaption", {}, `up to ${count(highest, "call")} in ${step}`),
  );
}

function bar(x, y, width, height, kind) {
  return height > 0 && svg("rect", { x: x.toFixed(2), y: y.toFixed(2), width: Math.max(0.5, width - 0.8).toFixed(2), height: height.toFixed(2), class: kind });
}
