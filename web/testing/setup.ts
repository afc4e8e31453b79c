import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as react from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { takeBreaches } from './fake-server.ts';
import { closeApp } from './render-app.tsx';
import { resetScreen } from './screen-size.ts';

/** Browser features that the screens need and jsdom lacks. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= async () => {};
// Returns a promise, as Chromium's does: an effect that returns it breaks the page.
Element.prototype.scrollTo = async function scrollTo(this: Element, to?: ScrollToOptions | number) {
  if (typeof to !== 'object' || to.top === undefined) return;
  this.scrollTop = to.top;
  this.dispatchEvent(new Event('scroll'));
};
Element.prototype.checkVisibility ??= () => true;
window.scrollTo = () => {};
// Never idle in tests, so that code is fetched only when it is needed.
const neverIdle = () => 0;
window.requestIdleCallback = neverIdle;
// jsdom has no layout: virtual lists render the rows that fit into this height.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  clientWidth: { configurable: true, get: () => 1200 },
});
// Base UI would wait for transitions, which jsdom never ends.
Object.assign(globalThis, { BASE_UI_ANIMATIONS_DISABLED: true });

// React's development build takes a stack for each element, for warnings that name it: a sixth of the time of these tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(react, internals) ?? {}, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});

configure({
  // The first screen of a file waits until its modules are transformed, on a busy machine.
  asyncUtilTimeout: 30_000,
  // A waiting query prints the whole page only when it gives up, not at every try: that took a fifteenth of the time.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isTry } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    const page = isTry ? '' : prettyDOM(container);
    const error = new Error([message, page].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

beforeEach(resetScreen);
beforeEach(() => {
  window.requestIdleCallback = neverIdle;
});
afterEach(closeApp);
afterEach(() => expect(takeBreaches(), 'answers of the fake server that break the contract').toEqual([]));
