import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** How long nothing may arrive until a page counts as loaded: longer than the longest delay of an answer. */
const quietMs = 1300;
/** The layout shift, in the browser's own measure, above which a page counts as moving. */
const mostShift = 0.02;

/** Collects every layout shift of the page since it began to load, whatever caused it, with the elements that moved. */
export async function measureShifts(page: Page) {
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        globalThis.shifts.push({ value, moved: sources.map(({ node }) => node?.nodeName + '.' + (node?.className ?? '')).join(' | ') });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

export async function expectStill(page: Page, name: string, quiet = quietMs) {
  // Late content arrives within this time, or is on its way. `networkidle` would never come when a delayed request
  // was aborted: its end is not always reported.
  const sinceLastMs = `globalThis.delayed ? 0 : performance.now() - Math.max(...performance.getEntries().map(({ responseEnd = 0 }) => responseEnd))`;
  await expect.poll(() => page.evaluate<number>(sinceLastMs)).toBeGreaterThan(quiet);
  const shifts = await page.evaluate<{ value: number; moved: string }[]>('globalThis.shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift);
}

/**
 * Delays the answers of the API in the page. Playwright's routes would do the same without the browser's cache: each
 * page then loads and compiles all code again.
 */
export async function delayAnswers(page: Page, delays: { profileMs: number; restMs: number }) {
  await page.addInitScript(`(${delayInPage.toString()})(${JSON.stringify(delays)})`);
}

function delayInPage({ profileMs, restMs }: { profileMs: number; restMs: number }) {
  const send = globalThis.fetch;
  const page = globalThis as { delayed?: number };
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (url.includes('/api/')) {
      const ms = url.endsWith('/api/profile') ? profileMs : restMs;
      page.delayed = (page.delayed ?? 0) + 1;
      await new Promise((done) => setTimeout(done, ms));
      page.delayed -= 1;
    }
    return send(input, init);
  };
}
