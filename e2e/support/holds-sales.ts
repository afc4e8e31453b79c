import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Size } from './holds-lists.ts';

/** What holds on the pages of Sales, measured at the size that the page has. */

const bottomBar = 56;
/** A phone's list has another frame. */
const deskFrom = 768;
const narrowest = 320;

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

/** The first figure and the whole chart are in the first screen, but on the narrowest. */
export async function holdsSales(page: Page, { width, height }: Size) {
  if (width <= narrowest) return;
  const name = `${page.url()} at ${width} px`;
  const { figure, chart } = await page.evaluate<Head>(headOfSales);
  expect(figure, `${name}: the first figure`).toBeLessThanOrEqual(240);
  if (chart !== null)
    expect(chart, `${name}: the chart`).toBeLessThanOrEqual(height - (width < deskFrom ? bottomBar : 0));
}

/** How high the bars of each column are, as a share of its mark. */
const sharesOfMarks = `
  [...document.querySelectorAll('[data-column]:has([data-mark]):has([data-bar])')].map((column) => {
    const { bottom } = column.getBoundingClientRect();
    const topOf = (selector) => Math.min(...[...column.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().top));
    return (bottom - topOf('[data-bar]')) / (bottom - topOf('[data-mark]') - 1);
  })`;

/** All locations that can be compared stand 5 % below the week before: so say the head and each column. */
export async function holdsComparison(page: Page) {
  const sums = page.getByRole('region', { name: 'Sums' });
  for (const name of [/^Gallons.*▼ 5\.0 %/s, /^Merchandise.*▼ 5\.0 %/s])
    await sums.getByRole('button', { name }).waitFor();
  await sums.getByText('Same locations: 2 of 3 compared', { exact: false }).waitFor();
  const shares = await page.evaluate<number[]>(sharesOfMarks);
  expect(shares.length).toBe(7);
  for (const share of shares) expect(share).toBeCloseTo(0.95, 2);
}

/** Letter and A4 between their margins. */
const papers = [
  { width: 725, height: 960 },
  { width: 703, height: 1027 },
];

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
  await page.emulateMedia({ media: 'print' });
  for (const paper of papers) {
    await page.setViewportSize(paper);
    expect(await page.evaluate(wrapped), `${path} on paper`).toEqual([]);
    for (const head of await page.evaluate<string[]>(heads))
      expect(head, path).toBe('table-header-group true');
  }
  await page.emulateMedia({ media: 'screen' });
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
