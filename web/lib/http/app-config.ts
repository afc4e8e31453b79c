import type { AppConfig } from '../../../contract/settings.ts';
import { createStore, useStore } from '../store.ts';
import { call } from './http.ts';

const store = createStore<AppConfig>({
  product_name: 'Canopy',
  product_description: 'Back office for stores and forecourts',
  version: '1.0.0',
  support_url: null,
  signups: 'open',
  sends_email: true,
  needs_first_account: false,
  company_sign_in: null,
});

/** The product name and the options of the login page. Not in the query cache, which the login page does not load. */
export function useAppConfig(): AppConfig {
  return useStore(store);
}

/** The server writes the configuration into the page; the development server does not. */
export function startAppConfig() {
  const given = document.querySelector<HTMLMetaElement>('meta[name="canopy-config"]')?.content;
  if (given) store.set(JSON.parse(given));
  else void loadAppConfig();
}

export async function loadAppConfig() {
  try {
    const { getAppConfig } = await import('../../../contract/settings.ts');
    store.set(await call(getAppConfig));
  } catch (error) {
    console.warn(error);
  }
}
