/** What the address held when a link from a mail was opened. */
export interface MailLink {
  token_hash: string | null;
  type: string | null;
  /** The fragment form of GET /verify: its tokens are the auth client's to read. */
  hasSession: boolean;
  /** The first of two links was used through GET /verify: the other mailbox has to confirm as well. */
  isHalf: boolean;
  /** `error_code` of a link that GET /verify refused. */
  error: string | null;
}

const none: MailLink = { token_hash: null, type: null, hasSession: false, isHalf: false, error: null };
let taken = none;

/**
 * Takes the token out of the address bar at once, so that it stays out of the history, of screenshots and of
 * whatever page comes next. Call before the auth client and the router read the address.
 */
export function takeMailLink() {
  const { searchParams, hash, pathname } = new URL(location.href);
  const fragment = new URLSearchParams(hash.slice(1));
  taken = {
    token_hash: searchParams.get('token_hash'),
    type: searchParams.get('type') ?? fragment.get('type'),
    hasSession: fragment.has('access_token'),
    isHalf: fragment.has('message'),
    error: fragment.get('error_code') ?? fragment.get('error'),
  };
  // A fragment with tokens is cleared by the auth client when it has read them.
  if (taken.token_hash) history.replaceState(history.state, '', pathname);
}

/** The link that this page was opened with; kept in memory only. */
export function mailLink() {
  return taken;
}
