import { type ComponentType, lazy } from 'react';

/** A page shows its first rows before this on slow computers; what it may need later waits until then. */
const earliestMs = 3_000;

/**
 * A part of a page that comes after its first rows: fetched when the browser has nothing better to do, so
 * that it is there when somebody asks for it, also when the network has gone by then.
 */
export function lazyAfterIdle<Props>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  function once() {
    loading ??= load().then((component) => ({ default: component }));
    // A chunk that did not arrive is asked for again next time.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }
  whenIdle(() => void once().catch(() => undefined));
  return lazy(once);
}

function whenIdle(run: () => void) {
  // Missing in Safari.
  const idle = globalThis.requestIdleCallback ?? run;
  setTimeout(() => idle(run), Math.max(0, earliestMs - performance.now()));
}
