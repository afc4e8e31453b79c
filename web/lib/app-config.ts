import { useQuery } from '@tanstack/react-query';
import { type AppConfig, getAppConfig } from '../../contract/settings.ts';
import { call } from './http.ts';

const configQuery = { queryKey: ['config'], queryFn: () => call(getAppConfig), staleTime: 5 * 60_000 };

/** Product name and what the login page may offer; sensible words until the server has answered. */
export function useAppConfig(): AppConfig {
  const { data } = useQuery(configQuery);
  return data ?? beforeAnswer;
}

const beforeAnswer: AppConfig = {
  product_name: 'Canopy',
  product_description: 'Back office for stores and forecourts',
  version: '1.0.0',
  support_url: null,
  signups: 'open',
  needs_first_account: false,
};
