import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { startJourney } from './support/journey.ts';

test('a visitor is led to the login page, which works without a mouse, a complaint or a breach of the policy', async () => {
  const { page, server } = await startJourney();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await expectAccessible(page);
});
