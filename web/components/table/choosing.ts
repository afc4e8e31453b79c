import { createStore, useStore } from '../../lib/store.ts';

/** Whether the rows of a phone show their boxes although none is selected: 'Select' in the menu of the list. */
const choosing = createStore(false);

export const setChoosing = choosing.set;

export function useChoosing() {
  return useStore(choosing);
}
