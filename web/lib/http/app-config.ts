import { useSyncExternalStore } from 'react';
import { type AppConfig, getAppConfig } from '../../../contract/settings.ts';
import { call } from './http.ts';

/** Sensible words until the server has answered. */
let config: AppConfig = {
  product_name: 'Canopy',
  product_description: 'Back office for stores and forecourts',
  version: '1.0.0',
  support_url: null,
  signups: 'open',
  sends_email: true,
  needs_first_account: false,
};
const listeners = new Set<() => void>();

/** Product name and what the login page may offer. Outside the query cache, which the login page does without. */
export function useAppConfig(): AppConfig {
  return useSyncExternalStore(subscribe, () => config);
}

/** Takes the configuration that the server wrote into the page; without one, as from the development server, asks for it. */
export function startAppConfig() {
  const given = document.querySelector<HTMLMetaElement>('meta[name="canopy-config"]')?.content;
  if (given) config = JSON.parse(given);
  else void loadAppConfig();
}

/** Asks the server. What is shown stays when it does not answer. */
export async function loadAppConfig() {
  try {
    config = await call(getAppConfig);
  } catch (error) {
    console.warn(error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
