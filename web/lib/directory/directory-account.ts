import { authState, onAccountChange } from '../account/auth-store.ts';
import { onLostAnswer } from '../http/http.ts';
import { RequestFailed } from '../network/request-failed.ts';
import type { Directory } from './directory.ts';
import type { DirectoryRow } from './directory-rows.ts';

const expirers = new Set<() => void>();
const invalidators = new Set<() => void>();

/**
 * One list per signed-in user: made when first asked for, dropped with every row when the user signs out,
 * is thrown out or changes. Screens pass the account so that a change of user gives them another list.
 */
export function directoryOfAccount<Row extends DirectoryRow>(create: () => Directory<Row>) {
  let kept: { account: string | undefined; directory: Directory<Row> } | null = null;
  onAccountChange(() => {
    kept?.directory.drop();
    kept = null;
  });
  expirers.add(() => kept?.directory.expire());
  const invalidate = () => kept?.directory.invalidate();
  invalidators.add(invalidate);
  onLostAnswer(invalidate);

  return (account: string | undefined = authState().user?.id): Directory<Row> => {
    if (kept?.account !== account) kept?.directory.drop();
    if (kept?.account !== account || !kept) kept = { account, directory: create() };
    return kept.directory;
  };
}

/** After a change that other lists show too: each is asked for again when somebody looks at it. */
export function expireDirectories() {
  for (const expire of expirers) expire();
}

/** After a change of many rows: each is asked for again at once where somebody looks, else at the next look. */
export function invalidateDirectories() {
  for (const invalidate of invalidators) invalidate();
}

/** Whether asking again cannot help: a missing permission, an ended session, a malformed request. */
export function isFinal(error: Error) {
  if (!(error instanceof RequestFailed)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}
