import type { BrowserContext, Page } from 'playwright-core';

/** Problems in a browser that no screen shows. */
export interface Watch {
  problems: string[];
  /** The problems that this journey causes on purpose, such as a refused sign-in. */
  allow(pattern: RegExp): void;
}

/** Records console errors, uncaught errors and violations of the security policy on every page of the context. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  await context.addInitScript(`
    addEventListener('securitypolicyviolation', (event) =>
      console.error('Security policy: ' + event.effectiveDirective + ' stopped ' + (event.blockedURI || event.sample)));
  `);
  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('crash', () => seen.push('the page crashed'));
  };
  context.on('page', listen);
  return {
    get problems() {
      return seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
    },
    allow: (pattern) => allowed.push(pattern),
  };
}
