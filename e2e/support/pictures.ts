import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { drawn } from './quiet.ts';

const folder = resolve(import.meta.dirname, '../../dist/pictures');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

export type Theme = 'light' | 'dark';

/** Runs `work` in each theme, set as the system's preference, and leaves the light theme. */
export async function inBothThemes(page: Page, look: (theme: Theme) => Promise<void>): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // The page hears of it with its next frame: before, axe saw the text in one theme and its background in the other.
    await drawn(page);
    await look(theme);
  }
}

/** With PICTURES=1, takes dist/pictures/NAME-THEME-SIZE.png for both themes, on a desktop and on a phone. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize() ?? sizes.desktop;
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await inBothThemes(page, async (theme) => {
      await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`), animations: 'disabled' });
    });
  }
  await page.setViewportSize(before);
}
