import { type Authorized, contextWithoutSession, systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findView } from '../views/views.service.ts';
import * as repository from './watches.repository.ts';
import { evaluate, namesOf, remembered } from './watches.service.ts';

export const watchEveryMs = 10_000;
/** In the sentence of a notice. */
const namesShown = 3;

/** One at a time, so that the requests of users come first. Several processes share the work. */
export async function workOnWatches(app: App, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping() && (await repository.isAnyDue(app.database.read, app.now()))) {
    const watch = await app.database.write((tx) => repository.claimWatch(tx, app.now()));
    if (!watch) return;
    await app.faults.each([watch], {
      what: 'watched views',
      idOf: ({ user_id, view_id }) => `${user_id} ${view_id}`,
      run: (watch) => work(app, watch),
      giveUp: (watch) => markBroken(app, watch),
    });
  }
}

/** Its lease is not given back after the first failure, so that it is not repeated at once. */
async function markBroken(app: App, watch: repository.ClaimedWatch): Promise<void> {
  const { seq } = await app.clock.read();
  const stored = { ...repository.markOf(app.now(), seq), scope_key: repository.broken };
  await app.database.write((tx) => repository.finishWatch(tx, watch, stored));
}

async function work(app: App, watch: repository.ClaimedWatch): Promise<void> {
  const { user_id, view_id, condition, delivery } = watch;
  // Before the rows are read: a change in between is evaluated again.
  const { seq } = await app.clock.read();
  const evaluated = repository.markOf(app.now(), seq);
  const seen = await look(app, watch);
  if (!seen) {
    await app.database.write((tx) => repository.finishWatch(tx, watch, { ...evaluated, scope_key: '' }));
    return;
  }
  const { view, ids, scope_key } = seen;
  const known = repository.readSeen(watch);
  const isKnownScope = scope_key === watch.scope_key;
  const isNews = (entered: readonly string[]) =>
    condition === 'enters' ? entered.length > 0 : known.size === 0 && (ids === null || ids.length > 0);
  const entered = isKnownScope
    ? await byOthers(
        app,
        watch,
        (ids ?? []).filter((id) => !known.has(id)),
      )
    : [];
  const news = condition === 'enters' ? entered : (ids ?? []);
  const names = isNews(entered) ? await seen.namesOf(news.slice(0, namesShown)) : [];
  const isOwnAct = condition === 'not_empty' && ids !== null && entered.length === 0;
  await app.database.write(async (tx) => {
    const result = { ...evaluated, scope_key: ids === null && condition === 'enters' ? '' : scope_key };
    const stored = { ...result, seen_ids: remembered(condition, ids) };
    if (!(await repository.finishWatch(tx, watch, stored))) return;
    if (!isKnownScope || isOwnAct || !isNews(entered)) return;
    notify(
      { ...systemContext(app, 'Server'), tx },
      {
        ...{
          kind: 'view_changed',
          receivers: { to: 'users', ids: [user_id] },
          act: condition,
          email: delivery,
        },
        subject: { type: 'view', id: view_id, name: view.name },
        details: { condition, rows: news.length, list: view.list, names },
      },
    );
  });
}

/** Not those that only the watcher changed: nobody hears of their own acts. */
async function byOthers(app: App, watch: repository.ClaimedWatch, entered: readonly string[]) {
  const { user_id, changes_after: after } = watch;
  const own = await repository.listOwnChanges(app.database.read, { user_id, after, ids: entered });
  return entered.filter((id) => !own.has(id));
}

/** Null for a watcher who can no longer sign in, or who no longer sees the view. */
async function look(app: App, { user_id, view_id }: repository.ClaimedWatch) {
  const request = { id: 'watches', ip: '', user_agent: '', via: 'screen' } as const;
  try {
    const ctx: Authorized = await contextWithoutSession(app, app.database.read, user_id, request);
    const view = await findView(ctx, view_id);
    return (
      view && {
        view,
        ...(await evaluate(ctx, view)),
        namesOf: (ids: readonly string[]) => namesOf(ctx, view, ids),
      }
    );
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
