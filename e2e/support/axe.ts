import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBothThemes } from './pictures.ts';

/**
 * Expects that axe finds nothing to complain about on the page as it is now, in the light and in the dark theme;
 * `except` names rules that do not apply.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  await inBothThemes(page, async (theme) => {
    const { violations } = await runAxe(page);
    const found = violations
      .filter(({ id }) => !except.includes(id))
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
      );
    expect(found, `axe on ${page.url()} in the ${theme} theme`).toEqual([]);
  });
}

/** Runs through the debugging protocol, to which the page's security policy does not apply. */
async function runAxe(page: Page): Promise<AxeResults> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(`axe failed: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  try {
    await evaluate(`${axe.source}; 0`);
    return await evaluate('axe.run(document, { resultTypes: ["violations"] })');
  } finally {
    await session.detach();
  }
}
