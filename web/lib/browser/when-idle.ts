import { useEffect, useState } from 'react';

/** Slow computers show the first rows of a page before this. */
const earliestMs = 3_000;

/** Runs work that can wait: after the first rows of a page, when the browser is idle. */
export function whenIdle(run: () => void) {
  // Missing in Safari.
  const idle = globalThis.requestIdleCallback ?? run;
  return setTimeout(() => idle(run), Math.max(0, earliestMs - performance.now()));
}

const firstButton = new Promise<void>((resolve) => {
  const seen = new AbortController();
  const look = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('button, [type="checkbox"]'))) return;
    seen.abort();
    resolve();
  };
  for (const event of ['pointerover', 'focusin']) addEventListener(event, look, { signal: seen.signal });
});

/** `whenIdle`, but not before the user has pointed at a button or check box, or reached one with the keyboard. */
export function whenNearButton(run: () => void) {
  void firstButton.then(() => whenIdle(run));
}

/** True once work that can wait may begin, for code that is loaded only then. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = whenIdle(() => setIdle(true));
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}
