import { expect, test } from 'vitest';
import { startJourney } from './support/journey.ts';
import { drawn, quiet } from './support/quiet.ts';

/** Layout shifts on the login page make users press the wrong thing. */

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const largestShift = 0.01;

test.each(sizes)('the login page does not shift after the first paint at $width px', async (size) => {
  const { page } = await startJourney({
    isShared: true,
    env: { SUPPORT_URL: 'https://help.example', PRODUCT_NAME: 'Northline' },
  });
  await page.setViewportSize(size);
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 100)) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  // Like a slow network: parts outside of the page arrive after the first paint.
  const painted = Promise.withResolvers<void>();
  await page.route(/\.woff2$|\/api\/config$/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByText('No account exists yet').waitFor();
  await page.getByText('Northline').first().waitFor();
  await drawn(page);
  painted.resolve();
  await quiet(page);
  await page.evaluate('document.fonts.ready.then(() => null)');
  await drawn(page);

  const shifts: { value: number }[] = await page.evaluate('shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(largestShift);
});
