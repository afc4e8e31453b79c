import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { takePictures } from './pictures.ts';

/** Runs axe in both themes, takes pictures, and expects that nothing overflows the screen of a phone. */
export async function look(page: Page, name: string, isThere: Locator): Promise<void> {
  await isThere.waitFor();
  await expectAccessible(page);
  await takePictures(page, name);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  // The lists change their layout a moment after the window was resized.
  await expect.poll(() => wide(page), { message: `${name} at 390 px` }).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** Finds elements that scroll sideways, and overlays that the window cuts off. */
export function wide(page: Page): Promise<string[]> {
  return page.locator('*').evaluateAll((all) =>
    all
      .filter((element) => {
        const { defaultView, documentElement } = element.ownerDocument;
        const { overflowX } = defaultView.getComputedStyle(element);
        const scrolls = element === documentElement || overflowX === 'auto' || overflowX === 'scroll';
        const { left, right } = element.getBoundingClientRect();
        const isOver = element.matches('[role$="dialog"], [role="menu"]');
        return (
          (scrolls && element.scrollWidth > element.clientWidth + 1) ||
          (isOver && (left < 0 || right > defaultView.innerWidth + 1))
        );
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  );
}
