import * as z from 'zod/mini';
import { permissionAreas } from './access/permissions.ts';
import { described } from './fields/fields.ts';
import { cursorMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { location } from './locations.ts';
import { userRow } from './users.ts';

/**
 * What the change log knows: each area of permissions, which its readers hear of, and lists of other readers. `users` and
 * `locations` are held by browsers row by row; of the others only the name travels, and the browser asks for them again.
 * `settings` every reader hears of, because every page shows the organization's name;
 * `registers` are also files and figures; `runs` are changes of state, not progress;
 * `sessions` are those of the reader, or of users whose sessions the reader may see; `notifications` are the reader's
 * own.
 *
 * A reader *sees every row* with access to all locations and the right to see users who left (`seesPastOfUsers`). Only
 * these readers are told ids.
 */
export const rowLists = ['users', 'locations'] as const;
/** Nobody follows these. */
const quietAreas = ['sso', 'tokens'] as const;
export type Area = Exclude<keyof typeof permissionAreas, (typeof quietAreas)[number]>;
export const changeLists = [
  ...Object.keys(permissionAreas).filter(
    (area): area is Area => !(quietAreas as readonly string[]).includes(area),
  ),
  ...(['views', 'runs', 'sessions', 'notifications'] as const),
];
export type RowList = (typeof rowLists)[number];
export type ChangeList = (typeof changeLists)[number];

/** More changed rows of one list are a `reset`. */
export const changedMaxRows = 2000;
/** More changed rows of one list are not named in an event. */
export const eventMaxIds = 50;
/** How long the server knows what changed. */
export const changesStoredDays = 7;

const list = z.enum(changeLists);

/** Names with commas between them, each once. */
const lists = z.pipe(
  z.string().check(z.maxLength(changeLists.join().length)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(list),
  ),
);

/**
 * What changed since a cursor, as the reader may see it now.
 *
 * - `since` is a `cursor` of an earlier answer: of this endpoint, of the profile, of the first page of a list, or of the stream. Any
 *   text is accepted; one that is not such a cursor resets every list. Cursors are opaque. Readers who see
 *   every row get the same cursor as long as nothing changed; for others it is encrypted and never the same twice.
 * - `lists` are those to ask for, by default all that the reader may read. Naming one that the reader may not read is
 *   refused with 403.
 * - `users` and `locations` have the changed rows as the list has them (`rows`: put them in place by id), and the ids of
 *   rows that are gone, or that this reader no longer sees (`removed`; unknown ones are to be ignored). A row that
 *   changed while the list was read may come a second time. Missing when nothing changed.
 * - `changed` names the other lists with changes.
 * - `reset` names the lists to be read again, because the server cannot say what changed: the cursor is garbled, of
 *   another epoch (after a restore), of another scope, or older than the log; or more than `changedMaxRows` rows
 *   changed. Readers who do not see every row get `users` and `locations` only here. Without access to all locations
 *   they get them only when a change concerns one of their locations, or themselves. Keep the rows on screen until the new ones are there.
 * - `scope_changed`: the cursor is not of the reader's present scope and permissions, or not known at all: clear the
 *   lists in `reset` before they are read again.
 */
export const listChanges = endpoint('GET /api/changes', 'signed_in', {
  isBackground: true,
  failure: 'Failed to load what changed',
  summary: 'What changed since a cursor, in the scope of the reader',
  query: z.strictObject({
    since: described('The `cursor` of an earlier answer', z.string().check(z.maxLength(cursorMaxLength))),
    lists: described('Names with commas between them; all without it', z.optional(lists)),
    polling: described(
      'It asks again and again, without a stream. Only counted',
      z.optional(z.literal('yes')),
    ),
  }),
  response: z.object({
    cursor: z.string(),
    users: z.optional(z.object({ rows: z.array(userRow), removed: z.array(z.string()) })),
    locations: z.optional(z.object({ rows: z.array(location), removed: z.array(z.string()) })),
    changed: z.array(list),
    reset: z.array(list),
    scope_changed: z.boolean(),
  }),
});

/**
 * Server-sent events (`text/event-stream`), read with `fetch` and the bearer token. Each event has its name in `event:`
 * and JSON in one `data:` line, of the types below. A comment (a line with only `:`) comes at once, before `hello`, and
 * then every 15 seconds: the first one shows that no proxy holds the answer back.
 *
 * Refused before it begins like any request; with 503 while the process has its maximum of streams: poll
 * `GET /api/changes` then. Every stream ends with `bye`, unless the connection breaks. A client that does not read is
 * cut off without it.
 *
 * A user has three streams that are `alone`.
 */
export const openStream = endpoint('GET /api/stream', 'signed_in', {
  isBackground: true,
  failure: 'Failed to follow changes',
  summary: 'Follow changes as they happen: server-sent events with names of lists, never rows',
  query: z.strictObject({
    alone: described('The tab cannot share its stream with others', z.optional(z.literal('yes'))),
  }),
  stream: true,
});

/** The events of the stream by name. */
export interface StreamEvents {
  /**
   * At once, and again after the server could not read the database for a while or the epoch changed. If `cursor` is
   * not the one that the browser has, it asks `GET /api/changes`; a reader who does not see every row always does.
   * `version` is the one of the server that answers, as in `GET /api/config`.
   */
  hello: { cursor: string; version: string };
  /**
   * Something changed in these lists, at most ten times a second. `ids` names the changed rows for readers who see
   * every row, a list with more than `eventMaxIds` rows left out; others get no ids. It is only a hint of what
   * to mark: the rows come from `GET /api/changes` with the cursor that the browser has. `cursor` is the state of this
   * event; it becomes the browser's own only when the changes before it are fetched.
   */
  changed: { cursor: string; lists: ChangeList[]; ids?: Partial<Record<RowList, string[]>> };
  /**
   * About the reader: `access` when their own user, or one of their roles, changed (profile, roles, locations;
   * permissions and scope may be the same), `session` when one of their sessions began or ended, `notifications` when
   * they have other notifications.
   */
  you: { about: ('access' | 'session' | 'notifications')[] };
  /** The last event. */
  bye: { reason: ByeReason };
}

/**
 * - `session_ended`, `deactivated`: the user must sign in again; as the 401 of a request.
 * - `access_changed`: permissions or locations are others, or a second factor is required. Open it again: `hello` has a
 *   cursor of the new scope, and the changes since the old cursor are a reset.
 * - `token_expired`: refresh the token and open it again with the same cursor.
 * - `lifetime`: open it again at once. It ends after about an hour, at random.
 * - `too_many`: the same user opened an eleventh stream at this process, or a fourth one `alone`, and this was the oldest.
 *   Do not open it again at once: poll `GET /api/changes`.
 * - `restart`: the server stops. Open it again after 1 to 5 seconds, at random.
 */
export type ByeReason =
  | 'session_ended'
  | 'deactivated'
  | 'access_changed'
  | 'token_expired'
  | 'lifetime'
  | 'too_many'
  | 'restart';
