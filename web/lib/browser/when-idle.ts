/** Slow computers show the first rows of a page before this. */
const earliestMs = 3_000;

/** Runs work that can wait: after the first rows of a page, when the browser is idle. */
export function whenIdle(run: () => void) {
  // Missing in Safari.
  const idle = globalThis.requestIdleCallback ?? run;
  setTimeout(() => idle(run), Math.max(0, earliestMs - performance.now()));
}
