import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What holds of the home, the lists and their bars at each size. The page belongs to a user who may see them. */

const phones = [320, 390];
/** From the narrowest table on. */
const tables = [641, 720, 768, 1023, 1024, 1199];
const desktops = [1024, 1180, 1280, 1360, 1440, 1920];

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((found) =>
    found.flatMap((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      return width > 0 ? [{ left, right, top, bottom }] : [];
    }),
  );
}

/** Until the page has drawn itself at the new size. */
async function resize(page: Page, width: number, height = 900) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(`innerWidth === ${width}`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/**
 * The four tiles stand first at every width, on a phone two and two, at most 100 px high, and what follows begins on the
 * first screen; no card ends with more than 24 px of nothing.
 */
export async function holdsHome(page: Page, widths: readonly number[] = [...phones, 641, 1023, 1440, 1920]) {
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Total Locations' }).waitFor();
  for (const width of widths) {
    await resize(page, width, width < 640 ? 844 : 900);
    await expect.poll(() => endsOf(page), { message: `cards at ${width}` }).toEqual([]);
    const [first, , third, fourth, ...others] = await boxesOf(page, 'main section[aria-labelledby]');
    const tilesEnd = Math.max(third?.bottom ?? 0, fourth?.bottom ?? 0);
    for (const other of others) expect(other.top, `tiles at ${width}`).toBeGreaterThanOrEqual(tilesEnd);
    if (width >= 640) continue;
    expect((first?.bottom ?? 0) - (first?.top ?? 0), `height of a tile at ${width}`).toBeLessThanOrEqual(100);
    expect(third?.left, `two tiles in a row at ${width}`).toBe(first?.left);
    const next = page.locator('main section[aria-labelledby]').nth(4);
    const row = await next.locator('tbody tr, li').first().boundingBox();
    const bar = await page.locator('nav').last().boundingBox();
    // The narrowest phone has a third of the other's space.
    if (width >= 390) expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
}

/** The cards whose last content ends more than 24 px above their edge. */
function endsOf(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main section[aria-labelledby]:not([aria-busy=true])')].flatMap((card) => {
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const { top, bottom } = card.getBoundingClientRect();
    let end = top;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isText = node.nodeType === Node.TEXT_NODE && node.data.trim() !== '';
      if (!isText && !(node instanceof SVGElement)) continue;
      if (node.parentElement.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNode(node);
      const box = isText ? range.getBoundingClientRect() : node.getBoundingClientRect();
      if (box.width > 0) end = Math.max(end, box.bottom);
    }
    const left = Math.round(bottom - end);
    return left > 24 ? [card.innerText.split('\\n')[0] + ': ' + left + ' px'] : [];
  })`);
}

/** On phones the first row stands at the same place with no filter, one or three, at 242 px or above. */
export async function holdsFirstRow(page: Page, list: '/users' | '/locations', filters: readonly string[]) {
  for (const width of phones) {
    await resize(page, width, 844);
    const tops: number[] = [];
    for (const search of ['', ...filters]) {
      await page.goto(`${list}${search}`);
      const row = page.locator('li[data-row]').first();
      await row.waitFor();
      tops.push(Math.round((await row.boundingBox())?.y ?? 0));
    }
    expect(new Set(tops).size, `first rows of ${list} at ${width}: ${tops}`).toBe(1);
    expect(tops[0], `first row of ${list} at ${width}`).toBeLessThanOrEqual(242);
  }
}

/** What waits is said in the line of the count, and covers no row. */
export async function holdsNote(page: Page) {
  const note = await page
    .getByRole('button', { name: 'Show', exact: true })
    .first()
    .locator('..')
    .boundingBox();
  const row = await page.locator('li[data-row]').first().boundingBox();
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0);
}

/** No sideways scroller between phone and desktop, also for who chose compact rows. */
export async function holdsNoScroller(page: Page, list: `/users${string}` | `/locations${string}`) {
  await page.goto(list);
  for (const width of tables) {
    await resize(page, width);
    const rows = page.locator('[data-rows]').first();
    await rows.waitFor();
    const hidden = () => rows.evaluate((box) => box.scrollWidth - box.clientWidth);
    await expect.poll(hidden, { message: `${list} at ${width}` }).toBeLessThanOrEqual(0);
  }
}

/** With the count of a large chain, the bar of selected rows keeps 24 px on both sides, and all between them. */
export async function holdsBulkBar(page: Page, list: '/users' | '/locations') {
  await resize(page, 1440);
  await page.goto(list);
  await page.locator('thead input[type=checkbox]').click();
  const clear = page.getByRole('button', { name: 'Clear the selection' });
  await clear.waitFor();
  await page.evaluate(`{
    const bar = document.querySelector('[aria-label="Clear the selection"]').parentElement;
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.data = node.data.replace(/\\d[\\d,+]*/, '99,999');
  }`);
  for (const width of desktops) {
    await resize(page, width);
    const measure = () =>
      clear.locator('..').evaluate((bar) => {
        const edge = bar.getBoundingClientRect();
        const parts = [...bar.querySelectorAll('p, button')].map((part) => part.getBoundingClientRect());
        const shown = parts.filter((part) => part.width > 0);
        const gaps = shown.slice(1).map((part, index) => part.left - (shown[index]?.right ?? 0));
        return {
          left: Math.round((shown[0]?.left ?? 0) - edge.left),
          right: Math.round(edge.right - (shown.at(-1)?.right ?? 0)),
          overlaps: gaps.filter((gap) => gap < 0).length,
        };
      });
    await expect.poll(measure, { message: `bar at ${width}` }).toEqual({ left: 24, right: 24, overlaps: 0 });
  }
}

/** Filters that fit stand as chips; a count stands for those that do not. */
export async function holdsChips(page: Page) {
  await page.goto('/users?status=inactive&invitation=expired');
  const bar = page.getByRole('button', { name: 'Clear', exact: true }).locator('..');
  for (const [width, shown] of [
    [1440, 2],
    [1920, 2],
  ] as const) {
    await resize(page, width);
    await expect.poll(() => bar.locator('[data-chip]').count(), { message: `chips at ${width}` }).toBe(shown);
  }
}

/** Rows of a list of the access card take at most 60 px from 720 px of it; two managers stand open at every width. */
export async function holdsLocationPage(page: Page, id: string, managers: number, tab = '') {
  await page.goto(`/locations/${id}${tab}`);
  const rows = page.locator('section[aria-label=Users] li[data-row]');
  const cards = page.getByRole('region', { name: 'Managers' });
  for (const width of [...phones, 641, 800, ...desktops]) {
    await resize(page, width, width < 640 ? 844 : 900);
    await rows.first().waitFor();
    const card = await page.locator('section[aria-label=Users]').boundingBox();
    const heights = () =>
      rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)));
    if ((card?.width ?? 0) >= 720)
      await expect.poll(heights, { message: `rows at ${width}` }).toBeLessThanOrEqual(60);
    await expect
      .poll(() => cards.getByRole('listitem').count(), { message: `managers at ${width}` })
      .toBeGreaterThanOrEqual(Math.min(2, managers));
    expect(await cards.getByRole('listitem').first().isVisible(), `managers at ${width}`).toBe(true);
  }
}
