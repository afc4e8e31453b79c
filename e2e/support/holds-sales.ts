import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wide } from './look.ts';
import { drawn } from './quiet.ts';

/** What holds on the pages of Sales at each size, measured in one page that is resized. */

const bottomBar = 56;
/** A phone's list has another frame. */
const deskFrom = 768;
const narrowest = 320;

/** Of the elements that a thumb presses. The marks of a row that is a link as a whole reach over the row. */
const smallTargets = `
  [...document.querySelectorAll('main :is(a, button, input, select, summary)')].flatMap((one) => {
    const own = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (own.width < 2 || style.visibility === 'hidden' || one.matches('[data-column], .sr-only')) return [];
    const over = getComputedStyle(one, '::after').position === 'absolute' ? one.closest('tr, li, .relative') : null;
    const { width, height } = (over ?? (one.closest('label') || one)).getBoundingClientRect();
    const isSmall = Math.max(own.height, height) < 43.9 || Math.max(own.width, width) < 43.9;
    return isSmall ? [one.textContent.slice(0, 30) + ' ' + Math.round(width) + 'x' + Math.round(height)] : [];
  })`;

const frameOfList = `
  ['main section:has(table) > div', 'main thead tr', 'main tbody tr'].map((selector) =>
    Math.round(document.querySelector(selector)?.getBoundingClientRect().height ?? 0))`;

interface Head {
  figure: number;
  chart: number | null;
}

const headOfSales = `(() => {
  const figure = document.querySelector('[aria-label="Sums"] button span:nth-child(2)');
  const labels = [...document.querySelectorAll('[aria-label="Sums"] [data-label] span')].map((one) => one.getBoundingClientRect().bottom);
  return {
    figure: Math.round(figure.getBoundingClientRect().top),
    chart: labels.length > 0 ? Math.round(Math.max(...labels)) : null,
  };
})()`;

/** Nothing scrolls sideways, a thumb finds each target, and the figures and their chart are in the first screen. */
export async function expectHoldsOfSales(page: Page, path: string, sizes: readonly [number, number][]) {
  for (const [width, height] of sizes) {
    const name = `${path} at ${width} px`;
    await page.setViewportSize({ width, height });
    await drawn(page);
    await expect.poll(() => wide(page), { message: name }).toEqual([]);
    if (width < 400) expect(await page.evaluate(smallTargets), `${name}: targets`).toEqual([]);
    if (path === '/sales' && width > narrowest) {
      const { figure, chart } = await page.evaluate<Head>(headOfSales);
      expect(figure, `${name}: the first figure`).toBeLessThanOrEqual(240);
      if (chart !== null)
        expect(chart, `${name}: the chart`).toBeLessThanOrEqual(height - (width < deskFrom ? bottomBar : 0));
    }
  }
}

/** The frame of a list on a desktop: its toolbar, its head and a row of one line. */
export async function expectFrame(page: Page, path: string) {
  const [toolbar, head, row = 0] = await page.evaluate<number[]>(frameOfList);
  expect({ toolbar, head, isRow: row >= 44 }, path).toEqual({ toolbar: 64, head: 36, isRow: true });
}

/** The width of Letter between its margins. */
const paper = { width: 725, height: 960 };

const wrapped = `
  [...document.querySelectorAll('main td.whitespace-nowrap, [aria-label="Sums"] button span')].flatMap((cell) =>
    [...cell.childNodes].flatMap((text) => {
      if (text.nodeType !== 3) return [];
      const range = document.createRange();
      range.selectNode(text);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [text.textContent] : [];
    }))`;

const heads = `
  [...document.querySelectorAll('main table:has(thead)')].map((table) =>
    getComputedStyle(table.tHead).display + ' ' + [...table.tHead.querySelectorAll('th')].every((head) =>
      getComputedStyle(head).display === 'none' || head.innerText.trim() !== '' || getComputedStyle(head, '::before').content.length > 2))`;

/** On paper no figure breaks, and each page has the heads of its columns. */
export async function expectPrintable(page: Page, path: string) {
  const before = page.viewportSize() ?? paper;
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(wrapped), `${path} on paper`).toEqual([]);
  for (const head of await page.evaluate<string[]>(heads)) expect(head, path).toBe('table-header-group true');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(before);
}

const looks = `
  [...document.querySelectorAll('main li > span[aria-hidden]')].map((key) => {
    const { backgroundImage, backgroundColor, borderTopStyle, height, forcedColorAdjust, printColorAdjust } = getComputedStyle(key);
    return {
      look: height === '0px' ? 'line' : backgroundImage === 'none' ? 'solid' : 'hatched',
      isSeen: height === '0px' ? borderTopStyle === 'solid' : backgroundColor !== 'rgba(0, 0, 0, 0)',
      isKept: height === '0px' || (forcedColorAdjust === 'none' && printColorAdjust === 'exact'),
    };
  })`;

/** Fuel, merchandise and the days before differ without their colors. */
export async function expectLooksApart(page: Page) {
  const kept = (look: string) => ({ look, isSeen: true, isKept: true });
  for (const media of [
    { media: 'print' },
    { forcedColors: 'active', colorScheme: 'light' },
    { forcedColors: 'active', colorScheme: 'dark' },
  ] as const) {
    await page.emulateMedia(media);
    expect(await page.evaluate<object[]>(looks), JSON.stringify(media)).toEqual(
      expect.arrayContaining([kept('solid'), kept('hatched')]),
    );
    await page.emulateMedia({ media: 'screen', forcedColors: 'none', colorScheme: 'light' });
  }
}
