import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { takePictures } from './pictures.ts';

/** Axe in both themes, pictures to look at, and nothing that sticks out of a phone. */
export async function look(page: Page, name: string, isThere: Locator): Promise<void> {
  await isThere.waitFor();
  await expectAccessible(page);
  await takePictures(page, name);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await wide(page), `${name} at 390 px`).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** What can be scrolled sideways. */
function wide(page: Page): Promise<string[]> {
  return page.locator('*').evaluateAll((all) =>
    all
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const { defaultView, documentElement } = element.ownerDocument;
        const { overflowX } = defaultView.getComputedStyle(element);
        return element === documentElement || overflowX === 'auto' || overflowX === 'scroll';
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  );
}
