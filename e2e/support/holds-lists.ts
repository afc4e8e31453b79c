import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawn } from './quiet.ts';

/** What holds of the home, the lists and their bars, measured at the size that the page has. */

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Until the page has drawn itself at the new size. */
export async function resize(page: Page, { width, height }: Size) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(`innerWidth === ${width}`);
  await drawn(page);
}

function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((found) =>
    found.flatMap((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      return width > 0 ? [{ left, right, top, bottom }] : [];
    }),
  );
}

/**
 * The four tiles stand first at every width, on a phone two and two, at most 100 px high, and what follows begins on the
 * first screen; no card ends with more than 24 px of nothing.
 */
export async function holdsHome(page: Page, { width }: Size) {
  await expect.poll(() => page.evaluate(clippedNotes), { message: `tiles at ${width}` }).toEqual([]);
  await expectClearRow(page, width);
  await expect.poll(() => endsOf(page), { message: `cards at ${width}` }).toEqual([]);
  const [first, , third, fourth, ...others] = await boxesOf(page, 'main section[aria-labelledby]');
  const tilesEnd = Math.max(third?.bottom ?? 0, fourth?.bottom ?? 0);
  for (const other of others) expect(other.top, `tiles at ${width}`).toBeGreaterThanOrEqual(tilesEnd);
  if (width >= 640) return;
  expect((first?.bottom ?? 0) - (first?.top ?? 0), `height of a tile at ${width}`).toBeLessThanOrEqual(100);
  expect(third?.left, `two tiles in a row at ${width}`).toBe(first?.left);
  // The narrowest phone has a third of the other's space.
  if (width < 390) return;
  const next = page.locator('main section[aria-labelledby]').nth(4);
  const row = await next.locator('tbody tr, li').first().boundingBox();
  const bar = await page.locator('nav').last().boundingBox();
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** A third narrower, the smallest phone has no space for them. */
const clippedNotes = `
  innerWidth < 390 ? [] : [...document.querySelectorAll('main section[aria-labelledby] > p:last-child')]
    .filter((note) => note.scrollWidth > note.clientWidth)
    .map((note) => note.textContent)`;

/** What is clear is said in a row right under the last one. */
async function expectClearRow(page: Page, width: number) {
  const attention = page.getByRole('region', { name: 'Needs attention' });
  const said = await attention
    .getByText(/checks? (is|are) clear/)
    .locator('..')
    .boundingBox();
  const last = await attention.getByRole('listitem').last().boundingBox();
  expect(Math.round(said?.y ?? 0), `clear checks at ${width}`).toBe(
    Math.round((last?.y ?? 0) + (last?.height ?? 0)),
  );
  if (width >= 1024) expect(said?.height, `clear checks at ${width}`).toBe(44);
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

const tops = new Map<string, number>();

/**
 * On phones the first row stands at the same place with no filter, one or three, in most at 242 px or above; elsewhere nothing
 * scrolls sideways and the toolbar keeps 64 px. No badge is clipped.
 */
export async function holdsList(page: Page, { width, height }: Size) {
  const { pathname, search } = new URL(page.url());
  const name = `${pathname}${search} at ${width}`;
  await expectNoScroller(page, name);
  if (width >= 1200) await holdsFrame(page);
  if (width >= 640) return;
  const row = page.locator('li[data-row]').first();
  await row.waitFor();
  const top = Math.round((await row.boundingBox())?.y ?? 0);
  if (height >= 480) expect(top, name).toBeLessThanOrEqual(242);
  const before = tops.get(`${pathname} ${width}`) ?? top;
  tops.set(`${pathname} ${width}`, before);
  expect(top, name).toBe(before);
}

/** Between phone and desktop, where tables lose columns. */
const tableWidths = [720, 768, 1024, 1199];

/** No sideways scroller there either, also for who chose compact rows. */
export async function holdsNoScroller(page: Page) {
  for (const width of tableWidths) {
    await resize(page, { width, height: 900 });
    await expectNoScroller(page, `${page.url()} at ${width}`);
  }
}

async function expectNoScroller(page: Page, name: string) {
  const rows = page.locator('[data-rows]').first();
  const hidden = () => rows.evaluate((box) => box.scrollWidth - box.clientWidth);
  await expect.poll(hidden, { message: name }).toBeLessThanOrEqual(0);
}

const frameOfList = `
  ['main section:has(table) > div', 'main thead tr', 'main tbody tr'].map((selector) =>
    Math.round(document.querySelector(selector)?.getBoundingClientRect().height ?? 0))`;

/** The frame of a list on a desktop: its toolbar, whatever is on, its head and a row of one line. */
export async function holdsFrame(page: Page) {
  const [toolbar, head, row = 0] = await page.evaluate<number[]>(frameOfList);
  expect({ toolbar, head, isRow: row >= 44 }, page.url()).toEqual({ toolbar: 64, head: 36, isRow: true });
}

/** What waits is said in the line of the count, and covers no row. */
export async function holdsNote(page: Page) {
  const show = page.getByRole('button', { name: 'Show', exact: true }).first();
  const note = await show.locator('..').boundingBox();
  const row = await page.locator('li[data-row]').first().boundingBox();
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0);
}

/** The facts of a row of Users are the same at every width. */
export async function holdsRowFacts(page: Page, userId: string, facts: readonly string[], { width }: Size) {
  const row = page.locator(`main [data-row="${userId}"]`);
  for (const fact of facts)
    await expect.poll(() => row.innerText(), { message: `${fact} at ${width} px` }).toContain(fact);
}

/** From the narrowest that has one on. */
const barWidths = [1024, 1180, 1280, 1360, 1440, 1920];

/** With the count of a large chain, the bar of selected rows keeps 24 px on both sides, and all between them. */
export async function holdsBulkBar(page: Page) {
  await page.locator('thead input[type=checkbox]').click();
  const clear = page.getByRole('button', { name: 'Clear the selection' });
  await clear.waitFor();
  await page.evaluate(`{
    const bar = document.querySelector('[aria-label="Clear the selection"]').parentElement;
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.data = node.data.replace(/\\d[\\d,+]*/, '99,999');
  }`);
  for (const width of barWidths) {
    await resize(page, { width, height: 900 });
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
export async function holdsChips(page: Page, { width }: Size) {
  if (width < 1440) return;
  const bar = page.getByRole('button', { name: 'Clear', exact: true }).locator('..');
  await expect.poll(() => bar.locator('[data-chip]').count(), { message: `chips at ${width}` }).toBe(2);
}

/** Rows of the access card take at most 60 px from 720 px of it; two managers stand open at every width. */
export async function holdsLocationPage(page: Page, { width }: Size) {
  const rows = page.locator('section[aria-label=Users] li[data-row]');
  const managers = page.getByRole('region', { name: 'Managers' });
  const cards = managers.getByRole('listitem');
  // Who chooses a password is not invited any more.
  await managers.getByText('Joining', { exact: true }).waitFor();
  await rows.first().waitFor();
  const card = await page.locator('section[aria-label=Users]').boundingBox();
  const heights = () =>
    rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)));
  if ((card?.width ?? 0) >= 720)
    await expect.poll(heights, { message: `rows at ${width}` }).toBeLessThanOrEqual(60);
  await expect.poll(() => cards.count(), { message: `managers at ${width}` }).toBeGreaterThanOrEqual(2);
  expect(await cards.first().isVisible(), `managers at ${width}`).toBe(true);
  const todo = page.getByRole('region', { name: 'To do', includeHidden: true });
  const row = todo.locator('li:has(button)');
  const [, figure] = ((await row.locator('button').textContent()) ?? '').split(' ');
  const said = (await row.textContent()) ?? '';
  expect(said.startsWith(`${figure} not invited`) || said.includes(`You can invite ${figure}.`), said).toBe(
    true,
  );
}
