import type { ComponentType } from 'react';
import { type LazyPart, type LazyPartOptions, lazyPart } from './lazy-part.tsx';

/** A page shows its first rows before this on slow computers; what it may need later waits until then. */
const earliestMs = 3_000;

/**
 * A part of a page that comes after its first rows: fetched when the browser has nothing better to do, so
 * that it is there when somebody asks for it, also when the network has gone by then.
 */
export function lazyAfterIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyPartOptions<Props>,
): LazyPart<Props> {
  const part = lazyPart(load, options);
  whenIdle(() => void part.preload());
  return part;
}

function whenIdle(run: () => void) {
  // Missing in Safari.
  const idle = globalThis.requestIdleCallback ?? run;
  setTimeout(() => idle(run), Math.max(0, earliestMs - performance.now()));
}
