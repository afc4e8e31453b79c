import { loadAuthClient } from './auth-client.ts';

/** No `createStore`: an event without a value. */
let onSetup: () => void = () => {};

/** Sets the listener that is called when the user's roles begin to ask for a second factor. */
export function onSetupDemand(listener: () => void) {
  onSetup = listener;
}

/**
 * The server asks for the second factor: for its code, because a device was removed elsewhere, or for setting one up,
 * because a role began to ask for it. Neither ends the session. False for any other refusal.
 */
export async function followDemand(code: string): Promise<boolean> {
  if (code === 'second_factor_setup_required') {
    onSetup();
    return true;
  }
  if (code !== 'second_factor_required') return false;
  // The refreshed session knows what it lacks, and the listener of the client's events shows it.
  await (await loadAuthClient()).refreshSession();
  return true;
}
