import { createContext, use } from 'react';

/** Whether the connection bar says that the server cannot be reached. Behind a dialog nobody reads it. */
export const OutageShown = createContext(false);

export function useIsOutageShown() {
  return use(OutageShown);
}
