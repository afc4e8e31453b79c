import { confirmPath, resetPasswordPath } from '../../../../contract/auth.ts';
import type { AuthError } from '../protocol/auth-error.ts';
import type { SessionObject } from './sessions.service.ts';

/**
 * Where a link may lead after it was used (protocol section 4.6): a page of this site, compared by parsed
 * origin and never by the start of the text. Null when it may not.
 */
export function allowedRedirect(siteUrl: string, redirectTo: unknown): URL | null {
  if (typeof redirectTo !== 'string' || redirectTo.length > 2000) return null;
  // The URL parser forgives these; browsers and mail programs each in their own way.
  if (/[\s\\\p{Cc}]/u.test(redirectTo) || !redirectTo.isWellFormed()) return null;
  if (!URL.canParse(redirectTo)) return null;
  const url = new URL(redirectTo);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // An empty user-info is parsed away.
  if (url.username || url.password || /^\w+:\/*[^/?#]*@/.test(redirectTo)) return null;
  // '//host' is a page of ours, until somebody passes the path on as an address.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null;
  return url.origin === new URL(siteUrl).origin ? url : null;
}

/** The page that reads the outcome of `GET /verify`: the allowed one, or ours for the kind of link. */
export function landingPage(siteUrl: string, type: unknown, redirectTo: unknown): URL {
  const ours = new URL(type === 'recovery' ? resetPasswordPath : confirmPath, siteUrl);
  return allowedRedirect(siteUrl, redirectTo) ?? ours;
}

/** What the client reads from the address after a link worked (protocol section 4.2). */
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

/** What the page reads after the first of two links: nothing to sign in with yet. */
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

/** What the client reads after it did not. */
export function errorFragment(error: AuthError): string {
  return new URLSearchParams({
    error: oauthErrors[error.status] ?? 'server_error',
    error_code: error.code,
    error_description: error.message,
    sb: '',
  }).toString();
}
