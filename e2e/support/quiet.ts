import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';

/** How long no request may be open until a page counts as quiet. */
const quietMs = 500;

interface Network {
  open: Set<Request>;
  changedAt: number;
}

const networks = new WeakMap<Page, Network>();

/** Notes the requests of the context's pages, except the stream of changes, which stays open. */
export function followRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const network: Network = { open: new Set(), changedAt: 0 };
    networks.set(page, network);
    const change = (request: Request, kind: 'add' | 'delete') => {
      if (request.url().includes('/api/stream')) return;
      // A page that is left reports nothing more of its requests.
      if (kind === 'add' && request.isNavigationRequest()) network.open.clear();
      network.open[kind](request);
      network.changedAt = performance.now();
    };
    page.on('request', (request) => change(request, 'add'));
    page.on('requestfinished', (request) => change(request, 'delete'));
    page.on('requestfailed', (request) => change(request, 'delete'));
  });
}

/**
 * Waits until the page has had no open request for a while, and has drawn since. Playwright's `networkidle` comes once
 * per load, and never with a stream.
 */
export async function quiet(page: Page): Promise<void> {
  const network = networks.get(page);
  if (!network) throw new Error('followRequests does not know this page');
  // Starts anew: what was just clicked makes its requests only now.
  network.changedAt = performance.now();
  while (network.open.size > 0 || performance.now() - network.changedAt < quietMs) await sleep(50);
  await drawn(page);
}

/** Waits until the page has drawn twice: once what has changed, and once what that changed. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))',
  );
}
