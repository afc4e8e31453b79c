import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AppConfig, getAppConfig } from '../../../contract/settings.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { startAppConfig, useAppConfig } from './app-config.ts';

test('startAppConfig requests the configuration where the page has none, as on the development server', async () => {
  const config: AppConfig = {
    product_name: 'Northline',
    product_description: 'Nine locations on one road',
    version: '2.0.0',
    support_url: null,
    signups: 'closed',
    sends_email: false,
    needs_first_account: false,
    company_sign_in: null,
  };
  const server = new FakeServer();
  server.answer(getAppConfig, config);
  server.listen();
  startAppConfig();
  const { result } = renderHook(useAppConfig);
  await waitFor(() => expect(result.current).toEqual(config));
});
