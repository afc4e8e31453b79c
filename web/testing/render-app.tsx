import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import * as dashboard from '../../contract/dashboard.ts';
import { listNotifications } from '../../contract/notifications/notifications.ts';
import { getProfile, type OwnProfile } from '../../contract/profile.ts';
import { getSalesTiles } from '../../contract/registers.ts';
import { addRecent, listRecent, search } from '../../contract/search.ts';
import { type AppConfig, getAppConfig } from '../../contract/settings.ts';
import { FakeServer } from './fake-server.ts';
import { authSession } from './profiles.ts';

export interface Start {
  /** The user whose session this browser stores. A promise is a profile that loads late. */
  signedInAs?: OwnProfile | Promise<OwnProfile>;
  config?: Partial<AppConfig>;
  server?: FakeServer;
  /** With fake timers: how user-event advances the clock. */
  advanceTimers?: (ms: number) => void;
}

let dispose: (() => Promise<unknown>) | null = null;

/**
 * Opens the whole app at a URL, like a freshly loaded page. The storage stays, and so does the fetched code, as in
 * the cache of a browser.
 */
export async function openApp(path: string, start: Start = {}) {
  await unmount();
  const { signedInAs, config, server = new FakeServer(), advanceTimers } = start;
  server.answer(getAppConfig, { ...defaultConfig, ...config });
  server.auth('POST', '/logout', () => new Response(null, { status: 204 }));
  answerDashboard(server);
  server.answerAtFirst(listNotifications, noNotifications);
  server.answerAtFirst(listRecent, { recent: [] });
  server.answerAtFirst(addRecent, { recent: [] });
  server.answerAtFirst(search, { users: [], locations: [] });
  if (signedInAs) {
    server.answer(getProfile, () => signedInAs);
    holdSession();
  }
  server.listen();
  window.history.replaceState(null, '', path);

  givePageConfig({ ...defaultConfig, ...config });
  // Imported here, because the setup must first add the features that jsdom lacks.
  const { startApp } = await import('../app/app.tsx');
  const { disposeAuthClient } = await import('../lib/session/auth-client.ts');
  dispose = disposeAuthClient;
  render(startApp());
  return { server, user: userEvent.setup(advanceTimers ? { advanceTimers } : {}) };
}

/** Writes the configuration into the page, as the server does. */
function givePageConfig(config: AppConfig) {
  const given = document.createElement('meta');
  given.name = 'canopy-config';
  given.content = JSON.stringify(config);
  document.head.append(given);
}

const noNotifications = { notifications: [], unseen: 0, unread: 0, next: null, time_zone: 'America/Chicago' };

/** The first page after signing in, of a chain without activity. */
function answerDashboard(server: FakeServer) {
  server.answer(dashboard.getDashboard, { total_locations: 0, new_locations: 0, setup: null });
  server.answerAtFirst(getSalesTiles, { has_figures: false, revenue: null, products: null, stock: null });
  server.answer(dashboard.getAttention, { checks: [] });
  server.answer(dashboard.getRecentChanges, { entries: [] });
  server.answer(dashboard.getJoinersAndLeavers, { weeks: [] });
  server.answer(dashboard.getBreakdown, { roles: [], states: [] });
  server.answer(dashboard.getOwnLocations, { locations: [], total: 0 });
}

/** Stores a session with 'Remember me' in the browser. */
export function holdSession(changes: Record<string, unknown> = {}) {
  localStorage.setItem('canopy.session', JSON.stringify(authSession(changes)));
  localStorage.setItem('canopy.remember', 'yes');
}

const frameMs = 20;

/** Closes the page and clears the browser. */
export async function closeApp() {
  await unmount();
  // The files of a worker share jsdom, whose timer for frames would never run again once its clock is taken away.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(frameMs);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  forgetCookies();
}

async function unmount() {
  cleanup();
  document.querySelector('meta[name="canopy-config"]')?.remove();
  await dispose?.();
  dispose = null;
}

/** Closes the browser: cookies without expiry are removed, the storage stays. */
export function forgetCookies() {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
}

const defaultConfig: AppConfig = {
  product_name: 'Canopy',
  product_description: 'Back office for stores and forecourts',
  version: '1.0.0',
  support_url: null,
  sends_email: true,
  signups: 'open',
  needs_first_account: false,
  company_sign_in: null,
};
