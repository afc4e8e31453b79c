import { createStore } from '../lib/store.ts';

/** The address /notifications was opened: the bell in the bar opens its panel. */
export const isBellRequested = createStore(false);
