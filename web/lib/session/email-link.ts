export interface EmailLink {
  token_hash: string | null;
  type: string | null;
  /** The fragment form of GET /verify: a session that the server has created and nobody has adopted. */
  session: { access_token: string; refresh_token: string } | null;
  /** GET /verify used the first of two links: the other mailbox has to confirm as well. */
  isHalf: boolean;
  /** `error_code` of a link that GET /verify refused. */
  error: string | null;
}

const none: EmailLink = { token_hash: null, type: null, session: null, isHalf: false, error: null };
/** No `createStore`, because it is set once, before anything is drawn. */
let taken = none;

/** Call it before the router reads the URL. Tokens must not get into the history, screenshots or the next page. */
export function takeEmailLink() {
  const { searchParams, hash, pathname } = new URL(location.href);
  const fragment = new URLSearchParams(hash.slice(1));
  const [access_token, refresh_token] = [fragment.get('access_token'), fragment.get('refresh_token')];
  taken = {
    token_hash: searchParams.get('token_hash'),
    type: searchParams.get('type') ?? fragment.get('type'),
    session: access_token && refresh_token ? { access_token, refresh_token } : null,
    isHalf: fragment.has('message'),
    error: fragment.get('error_code') ?? fragment.get('error'),
  };
  if (taken.token_hash || access_token) history.replaceState(history.state, '', pathname);
}

export function emailLink() {
  return taken;
}
