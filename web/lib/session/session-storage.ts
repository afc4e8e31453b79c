import type { Session } from '@supabase/auth-js';
import { deactivatedMessage } from '../../../contract/http/errors.ts';

/** As specified. All tabs share it. */
export const sessionKey = 'canopy.session';
/** The key of the reason why the last session ended. It is stored too, because every tab must show it. */
export const endKey = 'canopy.ended';
const rememberKey = 'canopy.remember';
/** Set while the user has no role, so that the next page load requests nothing that is refused and audited. */
const noRoleKey = 'canopy.no-role';
const marker = 'canopy_browser_open';

/**
 * A cookie without expiry marks the browser as still open. At the next start, a session without 'Remember me' in a
 * browser without the marker is left over and removed.
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
    if (key !== sessionKey) return;
    browserStorage.removeItem(rememberKey);
    browserStorage.removeItem(noRoleKey);
  },
};

export const setRemembered = (isTicked: boolean) => setFlag(rememberKey, isTicked);
export const rememberNoRole = (hasNone: boolean) => setFlag(noRoleKey, hasNone);

export function setFlag(key: string, isOn: boolean) {
  if (isOn) browserStorage.setItem(key, 'yes');
  else browserStorage.removeItem(key);
}

export function hadNoRole(): boolean {
  return browserStorage.getItem(noRoleKey) !== null;
}

/** Call once, before the auth client reads the storage. */
export function clearLeftOverSession() {
  if (!isRemembered() && !hasMarker()) browserStorage.removeItem(sessionKey);
}

export function storedSession(): Pick<Session, 'access_token' | 'expires_at' | 'user'> | null {
  try {
    const session = JSON.parse(browserStorage.getItem(sessionKey) ?? 'null');
    return session?.user?.id ? session : null;
  } catch {
    return null;
  }
}

/** The stored session if its token is valid for a while, because the client would return the same one. */
export function freshSession() {
  const session = storedSession();
  const leftMs = (session?.expires_at ?? 0) * 1000 - Date.now();
  return leftMs > refreshMarginMs ? session : null;
}

/** Below this, auth-js refreshes before it returns a token: three of its ticks of 30 s. */
const refreshMarginMs = 90_000;

export function storedUserId(): string | null {
  return storedSession()?.user.id ?? null;
}

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

/** A browser that blocks storage still signs in, until the page is closed. */
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

export const browserStorage = usableStorage();

/** False where the browser blocks storage: each tab has a session of its own then. */
export function isStorageShared(): boolean {
  return browserStorage instanceof Storage;
}

export function saveEndReason(code: string) {
  browserStorage.setItem(endKey, sentenceOf(code));
}

/** Why the last session ended by itself; null after a logout. */
export function endReason() {
  return browserStorage.getItem(endKey);
}

export function clearEndReason() {
  browserStorage.removeItem(endKey);
}

export function sentenceOf(code: string) {
  const isDeactivated = code === 'account_deactivated' || code === 'user_banned';
  return isDeactivated ? deactivatedMessage : 'Your session has ended. Please sign in again.';
}
