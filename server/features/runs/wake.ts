import type { App } from '../../kernel/context.ts';

const workers = new WeakMap<App, () => void>();

/** Calls `wake` when the background work of this process has something to do. */
export function onWake(app: App, wake: () => void): void {
  workers.set(app, wake);
}

/** Wakes the background work after the commit of the current transaction, if this process does any. */
export function wakeAfterCommit(app: App): void {
  app.database.afterCommit(() => workers.get(app)?.());
}
