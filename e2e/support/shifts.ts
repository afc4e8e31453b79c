import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { look } from './look.ts';

/** The layout shift, in the browser's own measure, above which a page counts as moving. */
const mostShift = 0.02;

/** Counts layout shifts on the pages that are loaded from now on, except those that the user has just caused. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.shifts = [];
    // A busy browser reports a shift when another page may be shown: it belongs to the frame in which it began.
    const frames = [];
    const note = () => {
      frames.push({ at: performance.now(), page: location.pathname });
      if (frames.length > 2000) frames.splice(0, 1000);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources, startTime } of list.getEntries()) {
        if (hadRecentInput) continue;
        const { page } = frames.findLast(({ at }) => at <= startTime) ?? { page: location.pathname };
        const moved = sources.map(({ node }) => node?.nodeName + '.' + node?.className).join(' | ');
        shifts.push({ value, at: Math.round(startTime), page, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

export async function expectFewShifts(page: Page): Promise<void> {
  const shifts = await page.evaluate<{ value: number }[]>('shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(mostShift);
}

/** `look` resizes the window, which moves everything: that does not count. */
export async function lookApart(page: Page, name: string, isThere: Locator): Promise<void> {
  const kept = await page.evaluate('shifts.slice()');
  await look(page, name, isThere);
  // The old size is back when nothing has moved for twenty frames, however long a frame takes.
  await page.evaluate(`
    new Promise((done) => {
      let [quiet, seen] = [0, shifts.length];
      const frame = () => {
        quiet = shifts.length === seen ? quiet + 1 : 0;
        seen = shifts.length;
        if (quiet < 20) requestAnimationFrame(frame);
        else done(null);
      };
      requestAnimationFrame(frame);
    })`);
  await page.evaluate(`globalThis.shifts = ${JSON.stringify(kept)}; null`);
}
