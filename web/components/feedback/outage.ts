import { createContext, use } from 'react';

/** Whether the bar at the foot of the window says that the server cannot be reached. Behind a dialog nobody reads it. */
export const OutageShown = createContext(false);

/** What is missing because of the outage need not say so a second time: it comes when the server is back. */
export function useIsOutageShown() {
  return use(OutageShown);
}
