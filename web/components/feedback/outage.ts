import { createContext, use } from 'react';

/**
 * Whether the bar at the bottom of the window says that the server cannot be reached. Behind a dialog nobody reads
 * it.
 */
export const OutageShown = createContext(false);

/** A part that is missing because of the outage says only that it will come back. */
export function useIsOutageShown() {
  return use(OutageShown);
}
