import { createHash } from 'node:crypto';
import { kindOf } from '../../../contract/notifications/notification-kinds.ts';
import { recordNotices } from '../../kernel/changes/record-change.ts';
import type { App } from '../../kernel/context.ts';
import type { StoredNotice } from '../../kernel/database/schema.ts';
import { yieldToRequests } from '../../platform/background/background.ts';
import { orderedId, uuidFrom } from '../../platform/uuid.ts';
import * as repository from './outbox.repository.ts';

/** What another process has left: the command line, or a server that ended. */
export const deliverEveryMs = 2000;
/** After a commit. What follows in this time is delivered in the same transaction. */
const gatherMs = 100;

/** Wakes a loop once for all that happens within a tenth of a second. */
export function gather(wake: () => void): () => void {
  let isPlanned = false;
  const begin = () => {
    isPlanned = false;
    wake();
  };
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(begin, gatherMs).unref();
  };
}

/**
 * Finds the receivers of what was committed, as they are now. A row of the outbox is deleted in the transaction that
 * delivers it, so each is delivered once, also after a crash and by several servers. What fails twice is given up and kept.
 * @returns whether there was something.
 */
export async function deliverNotices(app: App, isStopping: () => boolean = () => false): Promise<boolean> {
  const { database, faults } = app;
  let waiting: string[];
  let all = 0;
  let delivered: number;
  do {
    await yieldToRequests();
    delivered = 0;
    waiting = await repository.listWaiting(database.read);
    await faults.together(waiting, {
      what: 'notices',
      idOf: (id) => id,
      async run(ids) {
        await deliver(app, ids);
        delivered += ids.length;
      },
      giveUp: (id) => database.write((tx) => repository.markFailed(tx, id, app.now().toISOString())),
    });
    all += delivered;
  } while (waiting.length === repository.deliveredAtOnce && delivered > 0 && !isStopping());
  return all > 0;
}

function deliver(app: App, ids: readonly string[]): Promise<void> {
  return app.database.write(async (tx) => {
    const notices = await repository.takeNotices(tx, ids);
    if (notices.length === 0) return;
    // The time when it can be read: what was written before its reader looked must not count as seen.
    const last_at = app.now().toISOString();
    const isOfLocation = ({ receivers }: StoredNotice) => receivers.to === 'locations';
    await repository.insertForUsers(
      tx,
      notices.filter((notice) => !isOfLocation(notice)),
      last_at,
    );
    const ofLocations = rowsOfLocations(notices.filter(isOfLocation), last_at);
    const added = await repository.insertOfLocations(tx, ofLocations);
    const news = ofLocations.filter(({ id }) => added.has(id));
    for (const [kind, rows] of Map.groupBy(news, (row) => row.kind))
      await repository.markForEmail(tx, kind, rows);
    recordNotices({ app, tx }, last_at);
  });
}

/** One for each location; one for all acts of a run there. In the order of their ids. */
function rowsOfLocations(notices: readonly StoredNotice[], last_at: string): repository.LocationNotice[] {
  const rows = new Map<string, repository.LocationNotice>();
  for (const notice of notices) {
    const { kind, act, actor_id, about_id, run_id, is_one_row, at } = notice;
    const first_at = run_id ? beforeRun(at) : at;
    if (!kindOf(kind).ofLocation) throw new Error(`${kind} is no kind of a location`);
    const { name = null, by = null } = notice.details;
    const details = run_id ? { act, in_run: true, name, by } : notice.details;
    for (const location_id of notice.receivers.ids) {
      const id = run_id || is_one_row ? idOf([run_id ?? '', kind, act, location_id]) : orderedId(at);
      const row = rows.get(id);
      rows.set(id, {
        ...{ id, location_id, kind, act, actor_id, run_id, details, last_at },
        first_at: row?.first_at ?? first_at,
        // Of several users, none is who it is about.
        about_id: !row || row.about_id === about_id ? about_id : null,
        count: is_one_row ? 1 : (row?.count ?? 0) + 1,
      });
    }
  }
  return [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Users whom a run assigned itself were not there when it began, also in its first moment. */
function beforeRun(at: string): string {
  return new Date(Date.parse(at) - 1000).toISOString();
}

function idOf(parts: readonly string[]): string {
  return uuidFrom(createHash('sha256').update(parts.join()).digest(), 8);
}
