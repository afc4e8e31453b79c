import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AppConfig } from '../../contract/settings.ts';
import { namedManifest, withConfig } from './web-page.ts';

const page = '<head><meta name="canopy-config" content="" /><title>Canopy</title></head>';
const config: AppConfig = {
  product_name: `"><script>alert('$&')</script>&quot; Zoë $1`,
  product_description: '',
  version: '1.0.0',
  support_url: null,
  sends_email: true,
  signups: 'open',
  needs_first_account: false,
  company_sign_in: null,
};

test('the page contains the configuration as text, whatever characters it has', () => {
  const written = withConfig(page, config);
  const content = /<meta name="canopy-config" content="([^"<>]*)" \/><title>/.exec(written)?.[1] ?? '';
  const read = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(JSON.parse(read)).toEqual(config);
  expect(written).not.toContain('<script>');
});

test('the page has the name of the product as its title, as text', () => {
  expect(withConfig(page, { ...config, product_name: 'Zoë & <b>Sons</b> $&' })).toContain(
    '<title>Zoë &#38; &#60;b&#62;Sons&#60;/b&#62; $&#38;</title>',
  );
});

test('the manifest is called like the product and keeps its icons', () => {
  const manifest = readFileSync(new URL('../../web/public/manifest.webmanifest', import.meta.url), 'utf8');
  const named = JSON.parse(namedManifest(manifest, { ...config, product_name: 'Northline' }));
  expect(named).toMatchObject({ name: 'Northline', short_name: 'Northline', description: '' });
  expect(named.icons).toEqual(JSON.parse(manifest).icons);
});

test('the page is served unchanged while the configuration cannot be read', () => {
  expect(withConfig(page, null)).toBe(page);
});
