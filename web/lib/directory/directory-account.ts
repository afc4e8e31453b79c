import { authState, onAccountChange } from '../account/auth-store.ts';
import { onLostAnswer } from '../http/http.ts';
import { RequestFailed } from '../network/request-failed.ts';
import { createStore } from '../store.ts';
import type { Directory } from './directory.ts';
import type { DirectoryRow } from './directory-rows.ts';

/** What changed after it, a list that was read may lack. Null before the first list. */
export const listsReadAt = createStore<string | null>(null);
onAccountChange(() => listsReadAt.set(null));

/** Takes the cursor of the first page of a list; the earliest counts. */
export function noteListCursor(cursor: string | undefined) {
  listsReadAt.set(listsReadAt.get() ?? cursor ?? null);
}

const expirers = new Set<() => void>();
const invalidators = new Set<() => void>();

/**
 * One list per signed-in user: created when it is first requested, dropped with all rows when the user signs out, is
 * signed out or changes. Screens pass the account, so that another user gets another list.
 */
export function directoryOfAccount<Row extends DirectoryRow>(create: () => Directory<Row>) {
  let current: { account: string | undefined; directory: Directory<Row> } | null = null;
  onAccountChange(() => {
    current?.directory.drop();
    current = null;
  });
  expirers.add(() => current?.directory.expire());
  const invalidate = () => current?.directory.invalidate();
  invalidators.add(invalidate);
  onLostAnswer(invalidate);

  return (account: string | undefined = authState().user?.id): Directory<Row> => {
    if (current?.account !== account) current?.directory.drop();
    if (current?.account !== account || !current) current = { account, directory: create() };
    return current.directory;
  };
}

/** Marks all lists as stale after a change that they show too: each is fetched again when it is shown next. */
export function expireDirectories() {
  for (const expire of expirers) expire();
}

/**
 * Marks all lists as stale after a change of many rows: a visible list is fetched again at once, others when they are
 * shown next.
 */
export function invalidateDirectories() {
  for (const invalidate of invalidators) invalidate();
}

/** Whether a retry cannot help: a missing permission, an ended session, a malformed request. */
export function isFinal(error: Error) {
  if (!(error instanceof RequestFailed)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}
