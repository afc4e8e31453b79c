import { loadAuthClient } from './auth-client.ts';

/** No `createStore`, because it is an event without a value. */
let onSetup: () => void = () => {};

export function onSetupDemand(listener: () => void) {
  onSetup = listener;
}

/**
 * Asks for a code, because a device was removed elsewhere, or for a setup, because a role began to require one. Neither
 * ends the session. False for any other refusal.
 */
export async function followDemand(code: string): Promise<boolean> {
  if (code === 'second_factor_setup_required') {
    onSetup();
    return true;
  }
  if (code !== 'second_factor_required') return false;
  // The refreshed session contains its new level, and the listener of the client's events shows the code step.
  await (await loadAuthClient()).refreshSession();
  return true;
}
