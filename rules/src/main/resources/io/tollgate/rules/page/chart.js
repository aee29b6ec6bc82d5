// Small charts of calls over time: bars of what was allowed, and on top of them what was refused, or would have been.

import { el, svg } from "./dom.js";
import { count } from "./text.js";

const WIDTH = 300;
const HEIGHT = 64;

/** What is drawn, from the bottom up; shadowed calls would have been refused, and were not. */
export const KINDS = ["allowed", "shadowed", "refused"];

/** Puts so many numbers together into one, the oldest first; what does not fill a group is the newest. */
export function grouped(numbers, size) {
  return Array.from({ length: Math.ceil(numbers.length / size) }, (_, i) =>
    numbers.slice(i * size, (i + 1) * size).reduce((sum, each) => sum + each, 0));
}

/**
 * Draws a series of points {allowed, shadowed, refused}, the oldest first.
 *
 * The numbers are also in the text beside it, so that nobody has to see the drawing.
 */
export function chart(points, label, step) {
  const highest = Math.max(1, ...points.map((point) => KINDS.reduce((sum, kind) => sum + point[kind], 0)));
  const width = WIDTH / Math.max(1, points.length);
  const bars = points.flatMap((point, i) => {
    let top = HEIGHT;
    return KINDS.map((kind) => {
      const height = (point[kind] / highest) * (HEIGHT - 4);
      top -= height;
      return bar(i * width, top, width, height, kind);
    });
  });
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
