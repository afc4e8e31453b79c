import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as react from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { takeBreaches } from './fake-server.ts';
import { closeApp } from './render-app.tsx';
import { resetScreen } from './screen-size.ts';

/** What jsdom lacks and the screens ask for. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.checkVisibility ??= () => true;
window.scrollTo = () => {};
// A browser under test is never idle: what is fetched ahead comes when somebody asks for it.
window.requestIdleCallback = () => 0;
// jsdom lays nothing out: virtual lists draw the rows that fit into this.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  clientWidth: { configurable: true, get: () => 1200 },
});
// Base UI would wait for transitions that jsdom never ends.
Object.assign(globalThis, { BASE_UI_ANIMATIONS_DISABLED: true });

// React's development build takes a stack for each element, for warnings that name it: a sixth of the time of these tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(react, internals) ?? {}, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
});

configure({
  // The first screen of a file waits for its modules to be translated, on a machine that is busy with others.
  asyncUtilTimeout: 30_000,
  // A waiting query prints the whole page where it gives up, not at every try: that took a fifteenth of the time.
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
afterEach(closeApp);
afterEach(() => expect(takeBreaches(), 'answers of the fake server that break the contract').toEqual([]));
