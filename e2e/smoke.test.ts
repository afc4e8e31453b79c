import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { startJourney } from './support/journey.ts';

test('a visitor gets the login page, which works without a mouse, accessibility errors or policy violations', async () => {
  const { page, server } = await startJourney({ isShared: true });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  await page.goto('/');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await expectAccessible(page);
});

test('the page and the manifest have the name of the product, and the page the configuration at every path', async () => {
  const { server } = await startJourney({ env: { PRODUCT_NAME: 'Zoë & "Sons"' } });
  for (const path of ['/', '/login', '/index.html'])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const page = await fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding } });
      const html = await page.text();
      expect(html).toContain('&#34;product_name&#34;:&#34;Zoë &#38; \\&#34;Sons\\&#34;&#34;');
      expect(html).toContain('<title>Zoë &#38; &#34;Sons&#34;</title>');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  const manifest = await fetch(`${server.url}/manifest.webmanifest`);
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  expect(await manifest.json()).toMatchObject({ name: 'Zoë & "Sons"', start_url: '/dashboard' });
});

test('a file is compressed for browsers, and its compressed form has no URL of its own', async () => {
  const { server } = await startJourney({ isShared: true });
  const page = await fetch(`${server.url}/index.html`, { headers: { 'accept-encoding': 'br' } });
  expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br']);
  for (const path of ['/index.html.br', '/index.html.gz', '/index.html.BR']) {
    expect((await fetch(`${server.url}${path}`)).status, path).toBe(404);
  }
});
