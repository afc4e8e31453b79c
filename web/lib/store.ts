import { useSyncExternalStore } from 'react';

/** A value outside of React that components follow with `useStore`. */
export interface Store<Value> {
  get: () => Value;
  /** Calls every listener, unless the value is the same. */
  set: (next: Value) => void;
  /** Returns the function that removes the listener. */
  subscribe: (listener: () => void) => () => void;
}

/** `start` runs when the first listener is added, and its result when the last one is removed. */
export function createStore<Value>(initial: Value, start?: () => () => void): Store<Value> {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop?.();
      };
    },
  };
}

/**
 * The value, or the part that `pick` selects: the component renders again only when that changes. A function next to
 * the store, because the React Compiler recognizes hooks by their names.
 */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Picked>(store: Store<Value>, pick: (value: Value) => Picked): Picked;
export function useStore<Value>(store: Store<Value>, pick: (value: Value) => unknown = whole) {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

const whole = (value: unknown) => value;
