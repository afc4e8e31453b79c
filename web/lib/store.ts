import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
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

/** The component renders again only when the picked part changes. The React Compiler knows hooks by their names. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Picked>(store: Store<Value>, pick: (value: Value) => Picked): Picked;
export function useStore<Value>(store: Store<Value>, pick: (value: Value) => unknown = whole) {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

const whole = (value: unknown) => value;
