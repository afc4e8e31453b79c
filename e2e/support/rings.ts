import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The contrast that WCAG requires of a focus indicator. */
const leastContrast = 3;

/** Goes through the page with Tab, and returns the names of the focused elements: the ring of each stands out. */
export async function expectRings(page: Page, stops: number): Promise<string[]> {
  const seen: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, contrast } = await page.evaluate<{ name: string; contrast: number }>(
      `(${ringOfFocused.toString()})()`,
    );
    seen.push(name);
    if (name)
      expect(contrast, `the ring of "${name}" on ${page.url()}`).toBeGreaterThanOrEqual(leastContrast);
  }
  return seen;
}

/** Runs in the page: the contrast between the focus ring and the background behind it. */
function ringOfFocused() {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the browser are not those of this file
  const { document, getComputedStyle, window } = globalThis as any;
  const canvas = document.createElement('canvas').getContext('2d');
  const rgb = (color: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data] as number[];
  };
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = rgb(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const focused = document.activeElement;
  // The columns of a chart have a stroke of their own.
  if (!focused || focused === document.body || focused.closest('svg')) return { name: '', contrast: 0 };
  // The line around a check box draws its focus ring.
  let ringed = focused;
  // The element that covers a card draws the focus ring of the card's link.
  const hasRing = (element: unknown) =>
    ['', '::after'].find((part) => getComputedStyle(element, part || null).outlineStyle !== 'none');
  while (ringed && hasRing(ringed) === undefined) ringed = ringed.parentElement;
  const name = String(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim() || focused.name;
  if (!ringed) return { name: name || focused.tagName, contrast: 0 };
  const style = getComputedStyle(ringed, hasRing(ringed) || null);
  // A ring drawn inside lies on the element itself; one drawn outside lies on the element behind.
  let ground = Number.parseFloat(style.outlineOffset) < 0 ? ringed : ringed.parentElement;
  while (ground && (rgb(getComputedStyle(ground).backgroundColor)[3] ?? 0) < 255)
    ground = ground.parentElement;
  const back = ground
    ? getComputedStyle(ground).backgroundColor
    : window.getComputedStyle(document.documentElement).backgroundColor;
  const [high = 0, low = 0] = [luminance(style.outlineColor), luminance(back)].sort((a, b) => b - a);
  return { name: name || focused.tagName, contrast: (high + 0.05) / (low + 0.05) };
}
