import type { Session } from '@supabase/auth-js';

/** Where the session lies: shared by all tabs, as the specification has it. */
export const sessionKey = 'canopy.session';
/** Why the last one ended: beside it, because every tab of the browser leaves and has to say so. */
export const endKey = 'canopy.ended';
const rememberKey = 'canopy.remember';
const marker = 'canopy_browser_open';

/**
 * localStorage for auth-js, with 'Remember me' around it. A cookie without expiry marks the
 * browser as still open; at the next start a session that nobody asked to remember, in a browser without the
 * marker, is left over and cleared.
 */
export const sessionStorage = {
  getItem: (key: string) => browserStorage.getItem(key),
  setItem(key: string, value: string) {
    if (key === sessionKey && !isRemembered()) setMarker();
    if (key === sessionKey) browserStorage.removeItem(endKey);
    browserStorage.setItem(key, value);
  },
  removeItem(key: string) {
    browserStorage.removeItem(key);
    if (key === sessionKey) browserStorage.removeItem(rememberKey);
  },
};

/** Call before signing in. */
export function setRemembered(isTicked: boolean) {
  if (isTicked) browserStorage.setItem(rememberKey, 'yes');
  else browserStorage.removeItem(rememberKey);
}

/** Call once, before the auth client reads the storage. */
export function clearLeftOverSession() {
  if (!isRemembered() && !hasMarker()) browserStorage.removeItem(sessionKey);
}

/** The session as it lies there now, whatever an event from another tab carried. */
export function storedSession(): Pick<Session, 'access_token' | 'expires_at' | 'user'> | null {
  try {
    const session = JSON.parse(browserStorage.getItem(sessionKey) ?? 'null');
    return session?.user?.id ? session : null;
  } catch {
    return null;
  }
}

/** The stored session whose token is good for a while: the client would return the same one. */
export function freshSession() {
  const session = storedSession();
  const leftMs = (session?.expires_at ?? 0) * 1000 - Date.now();
  return leftMs > refreshMarginMs ? session : null;
}

/** From then on auth-js refreshes before it gives a token out: three of its ticks of 30 s. */
const refreshMarginMs = 90_000;

export function storedUserId(): string | null {
  return storedSession()?.user.id ?? null;
}

/** Calls the listener when another tab has put a session there, a newer one, or taken it away. */
export function onSessionFromElsewhere(listener: () => void) {
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionKey || key === null) listener();
  });
}

function isRemembered() {
  return browserStorage.getItem(rememberKey) === 'yes';
}

// biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, where locations may use this.
function setMarker() {
  document.cookie = `${marker}=1; path=/; SameSite=Strict`;
}
// biome-ignore-end lint/suspicious/noDocumentCookie: see above

function hasMarker() {
  return document.cookie.split('; ').includes(`${marker}=1`);
}

/** A browser that blocks storage still signs in, for as long as the page lives. */
function usableStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    localStorage.setItem('canopy.test', '');
    localStorage.removeItem('canopy.test');
    return localStorage;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => memory.set(key, value),
      removeItem: (key) => memory.delete(key),
    };
  }
}

/** Where the session lies. */
export const browserStorage = usableStorage();
