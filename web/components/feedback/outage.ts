import { createContext, use } from 'react';

/**
 * Whether the bar at the bottom of the window says that the server cannot be reached. Behind a dialog nobody reads
 * it.
 */
export const OutageShown = createContext(false);

/** A part that is missing because of the outage shows its skeleton and says nothing. */
export function useIsOutageShown() {
  return use(OutageShown);
}
