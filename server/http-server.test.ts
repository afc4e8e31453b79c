import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${testApp.url}${path}`, { redirect: 'manual', ...init });

describe('every answer', () => {
  test.each([
    '/',
    '/api/config',
    '/api/users',
    '/nothing/here',
    '/auth/v1/health',
    '/healthz',
  ])('of %s forbids what the app never does', async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('set-cookie') ?? '').not.toMatch(/token/);
  });

  test('asks browsers to stay with https where people reach it by https', async () => {
    const https = await startTestApp({ env: { PUBLIC_URL: 'https://canopy.example.com' } });
    try {
      const { headers } = await fetch(`${https.url}/healthz`);
      expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    } finally {
      await https.close();
    }
  });
});

describe('what does not exist', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/auth/v1/nothing', 404],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/nothing.php', 404],
    ['POST', '/users', 404],
    ['DELETE', '/', 404],
    ['GET', '/%E0%A4%A', 400],
  ])('%s %s answers JSON with %i', async (method, path, status) => {
    const response = await get(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
    expect(await response.text()).not.toMatch(/at .*\.ts|node_modules/);
  });
});

test('health says that the process lives, readiness that it can work', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', version: '1.0.0' });
  expect(await (await get('/readyz')).json()).toEqual({
    status: 'ready',
    database: testApp.app.database.dialect,
  });
});

test('the OpenAPI document describes every call of the contract, with its permission', async () => {
  const document = await (await get('/api/openapi.json')).json();
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Canopy', version: '1.0.0' } });
  expect(document).toHaveProperty(
    ['paths', '/api/users/{id}', 'patch', 'description'],
    'Requires: users.update',
  );
  expect(document).toHaveProperty(['paths', '/api/users', 'post', 'requestBody']);
  expect(document).toHaveProperty(['paths', '/api/config', 'get', 'security'], []);
});

test('a large answer is compressed for whoever can read it', async () => {
  const { headers } = await get('/api/openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(headers.get('content-encoding')).toBe('br');
});
