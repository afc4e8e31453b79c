import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBothThemes, type Theme } from './pictures.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
/** The themes differ only in their colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no problem on the current page in the light theme, and none with the colors of the dark
 * theme. `except` names rules that do not apply. The colors of a screen differ by its theme, not by its size.
 */
export async function expectAccessible(
  page: Page,
  except: readonly string[] = [],
  themes: readonly Theme[] = ['dark', 'light'],
): Promise<void> {
  const everything = { rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])) };
  const colors = { runOnly: colorRules.filter((id) => !except.includes(id)) };
  await inBothThemes(page, async (theme) => {
    if (!themes.includes(theme)) return;
    const { violations } = await runAxe(page, theme === 'dark' ? colors : everything);
    const found = violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    );
    expect(found, `axe on ${page.url()} in the ${theme} theme`).toEqual([]);
  });
}

/** Runs through the debugging protocol, which ignores the page's security policy. */
async function runAxe(page: Page, options: RunOptions): Promise<AxeResults> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const call = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', call);
    if (exceptionDetails) throw new Error(`axe failed: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  try {
    if (!(await evaluate("'axe' in globalThis"))) await evaluate(`${axe}; 0`);
    // Without `preload`, which reads all style sheets again for rules that are off: a quarter of the work.
    const all: RunOptions = { resultTypes: ['violations'], preload: false, ...options };
    return await evaluate(`axe.run(document, ${JSON.stringify(all)})`);
  } finally {
    await session.detach();
  }
}
