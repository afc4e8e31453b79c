import puppeteer, { type Browser } from 'puppeteer-core';
import { findProgram } from './find-program.ts';

/** The Firefox of PATH; null where there is none. */
export const findFirefox = () => findProgram(['firefox-esr', 'firefox']);

/** Over WebDriver BiDi, the standard that both browsers speak; Playwright's Firefox is one of its own. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox found: install it (Debian package firefox-esr).');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    // Without transitions and in English, as Chromium runs.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-US' },
  });
}
