import { expect, test } from 'vitest';
import { isOwnPage } from './own-page.ts';

test.each([
  ...['//evil.example/', '///evil.example', '\\\\evil.example', '/\\evil.example', '\\/evil.example', '//'],
  ...['/\t/evil.example', '/\n\\evil.example', '\t//evil.example', ' //evil.example', '/\r\n/evil.example'],
  ...[
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/.\\/evil.example',
  ],
  ...[
    '/%2f/evil.example',
    '/%5Cevil.example',
    '//evil.example:80/',
    `//${location.host}@evil.example`,
    '//[::1',
  ],
  ...[`//${location.host}.evil.example`, `//${location.host}/users`, '//127.0.0.1', '//2130706433'],
  ...[
    'https://evil.example/',
    'https:evil.example',
    'HTTPS:\\\\evil.example',
    'evil.example',
    '@evil.example',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'javascript://localhost/%0aalert(1)',
  ],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'blob:http://localhost/x',
    'mailto:a@evil.example',
    '',
    '?q=1',
    '#x',
  ],
])('isOwnPage refuses %j', (target) => {
  expect(isOwnPage(target)).toBe(false);
});

test.each([
  '/',
  '/users?q=maria',
  '/users?redirect=//evil.example',
  '/settings#//evil.example',
  '/x//y',
  '/@evil.example',
])('isOwnPage accepts %j', (target) => {
  expect(isOwnPage(target)).toBe(true);
  expect(new URL(target, location.origin).origin).toBe(location.origin);
});
