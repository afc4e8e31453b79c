import { confirmPath, resetPasswordPath } from '../../../../contract/auth/auth-links.ts';
import type { AuthError } from '../protocol/auth-error.pure.ts';
import type { SessionObject } from '../sessions/session-lifecycle.service.ts';

/** Null for a page of another site (auth protocol, section 4.4). Compares parsed origins, not beginnings of texts. */
export function allowedRedirect(siteUrl: string, redirectTo: unknown): URL | null {
  if (typeof redirectTo !== 'string' || redirectTo.length > 2000) return null;
  // The URL parser accepts these; browsers and mail programs treat them differently.
  if (/[\s\\\p{Cc}]/u.test(redirectTo) || !redirectTo.isWellFormed()) return null;
  if (!URL.canParse(redirectTo)) return null;
  const url = new URL(redirectTo);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // The parser drops an empty user name and password.
  if (url.username || url.password || /^\w+:\/*[^/?#]*@/.test(redirectTo)) return null;
  // A path like '//host' is our own page, but becomes another host when it is used as a URL.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null;
  return url.origin === new URL(siteUrl).origin ? url : null;
}

/** The requested page if it is allowed. */
export function landingPage(siteUrl: string, type: unknown, redirectTo: unknown): URL {
  const ours = new URL(type === 'recovery' ? resetPasswordPath : confirmPath, siteUrl);
  return allowedRedirect(siteUrl, redirectTo) ?? ours;
}

/** The fragment from which the client reads the session (auth protocol, section 4.2). */
export function sessionFragment(session: SessionObject, type: string): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  return new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type,
    type: type === 'email' ? 'signup' : type,
  }).toString();
}

/** After the first of two links, which gives no session. */
export function messageFragment(message: string): string {
  return new URLSearchParams({ message, sb: '' }).toString();
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

export function errorFragment(error: AuthError): string {
  return new URLSearchParams({
    error: oauthErrors[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
    sb: '',
  }).toString();
}
