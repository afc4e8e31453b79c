import { loadAuthClient } from './auth-client.ts';

/** No `createStore`, because it is an event without a value. */
let onSetup: () => void = () => {};

/** Sets the listener that is called when the user's roles begin to require a second factor. */
export function onSetupDemand(listener: () => void) {
  onSetup = listener;
}

/**
 * Handles a refusal that requires the second factor: its code, because a device was removed elsewhere, or its setup,
 * because a role began to require one. Neither ends the session. False for any other refusal.
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
