import { parse } from 'csv-parse/sync';
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

/** How high the bars of each column are, as a share of its mark. Below zero there is nothing to stand on. */
const sharesOfMarks = `
  [...document.querySelectorAll('[data-column]:has([data-mark]):has([data-bar])')].flatMap((column) => {
    const bars = [...column.querySelectorAll('[data-bar]')].map((one) => one.getBoundingClientRect());
    const zero = Math.max(...bars.map(({ bottom }) => bottom)) + 1;
    const mark = column.querySelector('[data-mark]').getBoundingClientRect().top + 1;
    return mark > zero - 20 ? [] : [(zero - Math.min(...bars.map(({ top }) => top))) / (zero - mark)];
  })`;

export interface Pairs {
  /** How many columns have a mark, at least. */
  columns: number;
  /** Such as '2 of 3'. */
  locations: string;
}

/** All pairs are 5 % below the days before: so say the head and each column, and the words say what is compared. */
export async function holdsComparison(page: Page, { columns, locations }: Pairs) {
  const sums = page.getByRole('region', { name: 'Sums' });
  for (const name of ['Revenue', 'Fuel', 'Merchandise', 'Gallons', 'Tax'])
    await sums.getByRole('button', { name: new RegExp(`^${name}.*▼ 5\\.0 %`, 's') }).waitFor();
  await sums.getByText(`Same locations: ${locations} compared, `, { exact: false }).waitFor();
  const shares = await page.evaluate<number[]>(sharesOfMarks);
  expect(shares.length, page.url()).toBeGreaterThanOrEqual(columns);
  for (const share of shares) expect(share, page.url()).toBeCloseTo(0.95, 2);
}

let latestExport: Promise<unknown> = Promise.resolve();

/** The server refuses a second download of a user, and the tour has many pages of one. */
function exportOf(page: Page): Promise<Record<string, string>[]> {
  const rows = latestExport.then(() => readExport(page));
  latestExport = rows.catch(() => undefined);
  return rows;
}

/** Its rows, by the names of their columns. */
async function readExport(page: Page): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  return parse(Buffer.concat(await (await download.createReadStream()).toArray()), {
    bom: true,
    columns: true,
  });
}

/** What the file says of the days that are compared. */
export async function expectComparedExport(page: Page) {
  const rows = (await exportOf(page)).filter((row) => row['Days compared'] !== '0');
  expect(rows.length, page.url()).toBeGreaterThan(0);
  for (const row of rows) expect(row['Gallons change %'], page.url()).toBe('-5.0');
}

const cents = (text: string | undefined) => Number((text ?? '').replace('−', '-').replace(/[^\d-]/g, ''));

/** As they are seen, without labels that only phones have. */
function rowsOf(page: Page, name: string): Promise<string[][]> {
  return page.evaluate(`
    [...document.querySelectorAll('table')]
      .filter((table) => (table.ariaLabel ?? table.caption?.textContent) === ${JSON.stringify(name)})
      .flatMap((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText)))`);
}

/** A day is a statement that adds up, and each total is the figure of the same name. What nobody counted is no 0. */
export async function holdsDay(page: Page, units: '1' | '—', size = page.viewportSize()) {
  const about = `${page.url()} at ${size?.width} px`;
  const bar = page.getByRole('navigation', { name: 'Back, and days beside', includeHidden: true });
  const back = await bar.locator('a').boundingBox();
  // One line, whatever the name of the location.
  expect(back?.height ?? 0, about).toBeLessThan(49);
  const lines = await rowsOf(page, 'How revenue adds up');
  const [posted, discounts, fuel, gross, ...rest] = lines.map((line) => cents(line.at(-1)));
  const revenue = rest.pop();
  const merchandise = rest.pop();
  expect((posted ?? 0) + (discounts ?? 0), about).toBe(fuel);
  expect(
    rest.reduce((sum, one) => sum + one, gross ?? 0),
    about,
  ).toBe(merchandise);
  expect((fuel ?? 0) + (merchandise ?? 0), about).toBe(revenue);
  expect(fuel, about).toBeGreaterThan(0);
  expect(cents((await rowsOf(page, 'Fuel by grade')).at(-1)?.at(-1)), about).toBe(fuel);
  const departments = await rowsOf(page, 'Departments');
  const totalOf = (name: string) => cents(departments.findLast(([first]) => first === name)?.at(-1));
  expect(totalOf('Merchandise'), about).toBe(merchandise);
  const beside = page.getByText('Excluded', { exact: true }).first().locator('..');
  expect(totalOf('Excluded'), about).toBe(cents(await beside.innerText()));
  const food = departments.find(([name]) => name?.startsWith('Prepared Food'));
  expect(food, about).toContain(units);
}

/** Nothing in stock is below zero; what would be is to be counted again. */
export async function holdsStock(page: Page, size = page.viewportSize()) {
  const about = `${page.url()} at ${size?.width} px`;
  const rows = page.getByRole('table', { name: 'Stock' }).locator('tbody tr');
  const texts = await rows.allInnerTexts();
  expect(texts.length, about).toBe(3);
  for (const text of texts) expect(text, about).not.toMatch(/[−-]\d/);
  const again = texts.filter((text) => text.includes('Count again'));
  expect(again.length, about).toBe(2);
  for (const text of again) expect(text, about).toMatch(/(^|\s)0(\s|$)/);
}

export async function expectStockExport(page: Page) {
  const rows = await exportOf(page);
  expect(rows.map((row) => row['On hand']).sort()).toEqual(['', '', '1']);
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

/** What holds on the screen holds on paper. */
export async function onPaper(page: Page, holds: () => Promise<unknown>) {
  await page.emulateMedia({ media: 'print' });
  await holds();
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
