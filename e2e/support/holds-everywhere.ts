import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Size } from './holds-lists.ts';
import { wide } from './look.ts';

/** What holds on every screen, measured at the size that the page has. */

/** Of the elements that a thumb presses. The marks of a row that is a link as a whole reach over the row. */
const smallTargets = `
  [...document.querySelectorAll('main :is(a, button, input, select, summary)')].flatMap((one) => {
    const own = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (own.width < 2 || style.visibility === 'hidden' || one.matches('[data-column], .sr-only')) return [];
    const after = getComputedStyle(one, '::after');
    // Inside of the line of its row.
    const over = after.position === 'absolute' ? { width: parseFloat(after.width), height: parseFloat(after.height) + 1 } : own;
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect();
    const isSmall = Math.max(over.height, height) < 43.9 || Math.max(over.width, width) < 43.9;
    return isSmall ? [one.textContent.slice(0, 30) + ' ' + Math.round(width) + 'x' + Math.round(height)] : [];
  })`;

/** Elsewhere links stand in sentences, which nobody hits by a thumb alone. */
const hasTargets =
  /^\/(locations|users|sales.*|stock|products|register-files|districts|settings.*|import.*|profile|login|locations\/.*\/sales.*)$/;

/** Under 480 px of height, as at a zoom of 400 %, nothing stays in place while the page scrolls. */
const stuck = `
  [...document.querySelectorAll('body *')].flatMap((one) => {
    const { position } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const isStuck = (position === 'fixed' || position === 'sticky') && width > 1 && height > 1;
    return isStuck && !document.querySelector('[role$=dialog]') ? [one.tagName + '.' + one.className] : [];
  })`;

/** Words of before, which nobody is to read again. */
const oldWords =
  /to last week|silent for more than|Last 7 days until today|computes all days anew|Not decided|Unused sessions end|Which locations reported|You can have them again|Those of everybody|Waiting for columns|Ready to apply|Being applied|It undoes another run|It was undone\.|Blank clears|Names add to them|Deactivate missing users|You can close this: the run|No search result passes|Can see it|They keep the roles they have|not understood and is ignored|Ask for a second factor|emails are kept on the server/;

/** Nothing scrolls sideways or is cut off, a thumb finds each target, and at a zoom of 400 % nothing sticks. */
export async function holdsEverywhere(page: Page, name: string, { width, height }: Size) {
  // The lists change their layout a moment after the window was resized.
  await expect.poll(async () => (await wide(page)).join(), { message: name }).toBe('');
  if (width <= 390 && hasTargets.test(new URL(page.url()).pathname))
    expect(await page.evaluate(smallTargets), `${name}: targets`).toEqual([]);
  if (height < 480) expect(await page.evaluate(stuck), `${name}: stuck`).toEqual([]);
}

const areas = `[...document.querySelectorAll('nav[aria-label=Main] a')].map((one) => one.textContent.trim())`;

/** Keeps what the navigation of each page has when it is first there. */
export async function noteAreas(page: Page) {
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      globalThis.firstAreas = ${areas};
      if (firstAreas.length > 0) observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
}

/**
 * Inside, the document never scrolls: `main` and the lists in it do. The navigation is complete from its first frame on.
 * Exactly one area is marked, or none has the page.
 */
export async function holdsInside(page: Page, name: string) {
  const excess = `document.querySelector('[role=dialog]') ? 0 : document.documentElement.scrollHeight - innerHeight`;
  expect(await page.evaluate(excess), `${name}: the document is higher than its window`).toBe(0);
  if (await page.evaluate(`innerWidth >= 768 && 'firstAreas' in globalThis`))
    expect(await page.evaluate('firstAreas'), name).toEqual(await page.evaluate(areas));
  const current = page.locator('nav[aria-label=Main] [aria-current]');
  // Settings and Profile are in More on a phone, and nowhere on a desktop.
  const most = await current.count();
  const hasNone = /^\/(settings|profile|no-such)/.test(new URL(page.url()).pathname);
  expect(most === 1 || (most === 0 && hasNone), `${name}: ${most} areas are marked`).toBe(true);
  expect(await page.evaluate<string>('document.body.innerText')).not.toMatch(oldWords);
}

/** The texts of the elements of this selector that forced colors paint as chosen. */
export function marked(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`(() => {
    const probe = document.createElement('i');
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
    document.body.append(probe);
    const chosen = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => getComputedStyle(element).backgroundColor === chosen)
      .map((element) => element.textContent.trim());
  })()`);
}

/** Where the page is in the router of the app. */
export function routeOf(page: Page): Promise<string> {
  return page.evaluate('__TSR_ROUTER__.state.matches.at(-1).fullPath');
}

/** The screens of the router, behind the sign-in or before it. Addresses that only lead elsewhere have none. */
export function routesOf(page: Page, where: 'inside' | 'outside'): Promise<string[]> {
  return page.evaluate(`
    Object.entries(__TSR_ROUTER__.routesByPath)
      .filter(([, { options, parentRoute }]) => options.component && (parentRoute.id === '/guarded') === ${where === 'inside'})
      .map(([path]) => path)`);
}
