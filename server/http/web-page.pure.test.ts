import { expect, test } from 'vitest';
import type { AppConfig } from '../../contract/settings.ts';
import { withConfig } from './web-page.ts';

const page = '<head><meta name="canopy-config" content="" /><title>Canopy</title></head>';
const config: AppConfig = {
  product_name: `"><script>alert('$&')</script>&quot; Zoë $1`,
  product_description: '',
  version: '1.0.0',
  support_url: null,
  sends_email: true,
  signups: 'open',
  needs_first_account: false,
};

test('the page contains the configuration as text, whatever characters it has', () => {
  const written = withConfig(page, config);
  const content = /<meta name="canopy-config" content="([^"<>]*)" \/><title>/.exec(written)?.[1] ?? '';
  const read = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(JSON.parse(read)).toEqual(config);
  expect(written).not.toContain('<script>');
});

test('the page is served unchanged while the configuration cannot be read', () => {
  expect(withConfig(page, null)).toBe(page);
});
