/** Pages show their first rows before this on slow computers. */
const earliestMs = 3_000;

/** Runs what can wait: after the first rows of a page, when the browser has nothing better to do. */
export function whenIdle(run: () => void) {
  // Missing in Safari.
  const idle = globalThis.requestIdleCallback ?? run;
  setTimeout(() => idle(run), Math.max(0, earliestMs - performance.now()));
}
