import { type ComponentType, lazy } from 'react';

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
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  return { Component: lazy(once), preload: () => void whenIdle(() => void once().catch(() => undefined)) };
}
