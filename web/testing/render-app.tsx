import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import * as dashboard from '../../contract/dashboard.ts';
import { getProfile, type OwnProfile } from '../../contract/profile.ts';
import { type AppConfig, getAppConfig } from '../../contract/settings.ts';
import { FakeServer } from './fake-server.ts';
import { authSession } from './profiles.ts';

export interface Start {
  /** Somebody whose session this browser holds. A promise is a profile that comes late. */
  signedInAs?: OwnProfile | Promise<OwnProfile>;
  config?: Partial<AppConfig>;
  server?: FakeServer;
  /** With fake timers: how user-event moves the clock. */
  advanceTimers?: (ms: number) => void;
}

let dispose: (() => Promise<unknown>) | null = null;

/** Opens the whole app at an address, as a freshly loaded page: every module starts anew, the storage stays. */
export async function openApp(path: string, start: Start = {}) {
  await unmount();
  const { signedInAs, config, server = new FakeServer(), advanceTimers } = start;
  server.answer(getAppConfig, { ...defaultConfig, ...config });
  server.auth('POST', '/logout', () => new Response(null, { status: 204 }));
  answerDashboard(server);
  if (signedInAs) {
    server.answer(getProfile, () => signedInAs);
    holdSession();
  }
  server.listen();
  window.history.replaceState(null, '', path);

  // As a reload does. It takes a hundredth of the whole run; without it, every module that holds state would need a
  // function that only tests call.
  vi.resetModules();
  const { startApp } = await import('../app/app.tsx');
  const { disposeAuthClient } = await import('../lib/session/auth-client.ts');
  dispose = disposeAuthClient;
  render(startApp());
  return { server, user: userEvent.setup(advanceTimers ? { advanceTimers } : {}) };
}

/** The first page after signing in, of a chain in which nothing happens. */
function answerDashboard(server: FakeServer) {
  server.answer(dashboard.getDashboard, { total_locations: 0, new_locations: 0, setup: null });
  server.answer(dashboard.getAttention, { checks: [] });
  server.answer(dashboard.getRecentChanges, { entries: [] });
  server.answer(dashboard.getJoinersAndLeavers, { weeks: [] });
  server.answer(dashboard.getBreakdown, { roles: [], states: [] });
  server.answer(dashboard.getOwnLocations, { locations: [], total: 0 });
}

/** What the browser of a remembered user holds. */
export function holdSession(changes: Record<string, unknown> = {}) {
  localStorage.setItem('canopy.session', JSON.stringify(authSession(changes)));
  localStorage.setItem('canopy.remember', 'yes');
}

/** Closes the page and leaves a browser that was never used. */
export async function closeApp() {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  forgetCookies();
}

async function unmount() {
  cleanup();
  await dispose?.();
  dispose = null;
}

/** The browser is closed: cookies without expiry go, the storage stays. */
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
};
