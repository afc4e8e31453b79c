import { browserStorage, setFlag } from '../session/session-storage.ts';

const key = 'canopy.registers';

/**
 * Whether the chain had registers when this browser last asked. A chain without them has no Sales in its sidebar, and
 * the sidebar does not wait for an answer.
 */
export function hasRegisters(): boolean {
  return browserStorage.getItem(key) !== null;
}

export function rememberRegisters(has: boolean): void {
  setFlag(key, has);
}
