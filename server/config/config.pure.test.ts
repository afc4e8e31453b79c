import { describe, expect, test } from 'vitest';
import { ConfigError } from '../platform/config-error.ts';
import { productVersion } from '../testing/processes/product-version.ts';
import { loadConfig } from './config.ts';

describe('settings', () => {
  test('have defaults that serve one user on one machine', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      public_url: 'http://localhost:3000',
      is_local: true,
      mail_from: { name: 'Canopy', address: 'no-reply@localhost' },
      signups: 'open',
      access_policy: 'enforced',
      product_name: 'Canopy',
      product_description: 'Back office for stores and forecourts',
      version: productVersion,
      access_token_seconds: 3600,
      require_current_password: true,
      trust_proxy: 0,
      rate_limits: true,
      warnings: [],
    });
  });

  test('count an empty variable as unset, and take the sender from PUBLIC_URL', () => {
    const config = loadConfig({ PORT: ' ', SMTP_URL: '', PUBLIC_URL: 'https://canopy.example.com/' });
    expect(config).toMatchObject({
      port: 3000,
      smtp_url: undefined,
      public_url: 'https://canopy.example.com',
    });
    expect(config.mail_from).toEqual({ name: 'Canopy', address: 'no-reply@canopy.example.com' });
  });

  test.each([
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: 'http' }, /PORT must be a port number/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must look like postgres:\/\//],
    [{ DATABASE_POOL_SIZE: '1' }, /DATABASE_POOL_SIZE must be a number of connections from 2 to 500/],
    [{ DATABASE_QUERY_TIMEOUT_SECONDS: '0' }, /DATABASE_QUERY_TIMEOUT_SECONDS must be a number of seconds/],
    [
      { DATABASE_URL: 'postgres://u:50%off@h/x' },
      /DATABASE_URL has a % that does not begin a code. Write %25/,
    ],
    [{ SMTP_URL: 'smtp://u:50%off@h' }, /SMTP_URL has a % that does not begin a code. Write %25/],
    [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL must look like smtp:\/\//],
    ...[
      'Northline',
      'a@b@c.example',
      'Northline <canopy@northline.example',
      '<>',
      'a@x.example, b@x.example',
    ].map((MAIL_FROM): [Record<string, string>, RegExp] => [
      { MAIL_FROM },
      /MAIL_FROM must be an email such as canopy@example.com or Canopy <canopy@example.com>\./,
    ]),
    [{ PUBLIC_URL: 'ftp://x' }, /PUBLIC_URL must be an http or https URL/],
    [{ PUBLIC_URL: 'https://x.example/app' }, /PUBLIC_URL must be only scheme, host and port/],
    [{ SESSION_IDLE_MINUTES: '2' }, /SESSION_IDLE_MINUTES/],
    [{ SESSION_LIFETIME_HOURS: 'long' }, /SESSION_LIFETIME_HOURS must be a number of hours/],
    [{ SIGNUPS: 'yes' }, /SIGNUPS must be open or closed/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32 characters/],
    [{ SUPPORT_URL: 'javascript:alert(1)' }, /SUPPORT_URL/],
    [{ HOST: '0.0.0.0' }, /HOST=0.0.0.0 is reachable from outside.*Set PUBLIC_URL/],
    [
      { ACCESS_POLICY: 'open', HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example' },
      /Set ACCESS_POLICY=enforced/,
    ],
    [{ ACCESS_POLICY: 'open', PUBLIC_URL: 'https://x.example' }, /Set ACCESS_POLICY=enforced/],
    [{ DATABASE_PREPARED: 'off' }, /for PostgreSQL behind a pooler/],
    [{ DATABASE_DIRECT_URL: 'postgres://db/canopy' }, /Set DATABASE_URL to the pooler, or remove them/],
    [{ DATABASE_URL: 'postgres://pool/canopy', DATABASE_PREPARED: 'off' }, /Set DATABASE_DIRECT_URL/],
    [{ DATABASE_DIRECT_URL: 'mysql://db' }, /DATABASE_DIRECT_URL must look like postgres:/],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example' }, /Set RATE_LIMITS=on/],
  ])('refuse %j with the reason and how to fix it', (env, message) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(message);
  });

  test.each([
    ['canopy@northline.example', { name: 'Canopy', address: 'canopy@northline.example' }],
    ['<canopy@northline.example>', { name: 'Canopy', address: 'canopy@northline.example' }],
    [
      'Northline Stores <canopy@northline.example>',
      { name: 'Northline Stores', address: 'canopy@northline.example' },
    ],
    ['"Northline, Inc." <canopy@localhost>', { name: 'Northline, Inc.', address: 'canopy@localhost' }],
    ['Zoë <zoë@bücher.example>', { name: 'Zoë', address: 'zoë@bücher.example' }],
  ])('accept %s as MAIL_FROM', (MAIL_FROM, mail_from) => {
    expect(loadConfig({ MAIL_FROM }).mail_from).toEqual(mail_from);
  });

  test('name every wrong setting at once', () => {
    expect(() => loadConfig({ PORT: 'x', SIGNUPS: 'x' })).toThrow(/PORT.*SIGNUPS/s);
  });

  test.each([
    ['SIGNUP', 'SIGNUPS'],
    ['SIGN_UPS', 'SIGNUPS'],
    ['signups', 'SIGNUPS'],
    ['POTR', 'PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['FIRST_ADMIN_MAIL', 'FIRST_ADMIN_EMAIL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
  ])('refuse %s and suggest the name that was meant', (name, meant) => {
    const env = { [name]: 'x' };
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(`${name} is not a setting. Did you mean ${meant}?`);
  });

  test('name every misspelled and every wrong setting at once', () => {
    expect(() => loadConfig({ SIGNUP: 'closed', RATE_LIMIT: 'off', PORT: 'x' })).toThrow(
      /SIGNUP is.*RATE_LIMIT is.*PORT must/s,
    );
  });

  test('ignore other variables of the environment', () => {
    const others = [
      ...['HOME', 'HOSTNAME', 'HOSTTYPE', 'PATH', 'PWD', 'USER', 'TERM', 'LANG', 'SHELL', 'MAIL', 'TMPDIR'],
      ...['NODE_ENV', 'NODE_OPTIONS', 'HTTP_PROXY', 'NO_PROXY', 'PGHOST', 'PGPORT', 'HTTP_URL', 'SUPPORT'],
      ...[
        'TEST_DATABASE_URL',
        'SMTP_HOST',
        'MAIL_TO',
        'BASE_URL',
        'PRODUCT',
        'KUBERNETES_PORT',
        'npm_config_port',
      ],
    ];
    expect(loadConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual(loadConfig({}));
    expect(loadConfig({ SIGNUP: ' ' })).toEqual(loadConfig({}));
  });

  test('warn of settings that weaken security', () => {
    expect(loadConfig({ ACCESS_POLICY: 'open', RATE_LIMITS: 'off' }).warnings).toHaveLength(2);
  });

  test('warn of https without TRUST_PROXY, because all users would share one limit', () => {
    const env = { PUBLIC_URL: 'https://canopy.example.com' };
    expect(loadConfig(env).warnings).toEqual([expect.stringMatching(/^TRUST_PROXY is 0/)]);
    expect(loadConfig({ ...env, TRUST_PROXY: '1' }).warnings).toEqual([]);
    expect(loadConfig({ PUBLIC_URL: 'http://canopy.example.com' }).warnings).toEqual([]);
  });

  test('warn of a setting without a meaning, whatever its value', () => {
    for (const value of ['20000', 'none'])
      expect(loadConfig({ WHOLE_LIST_MAX_ROWS: value }).warnings).toEqual([
        expect.stringMatching(/^WHOLE_LIST_MAX_ROWS has no meaning any more/),
      ]);
    expect(loadConfig({}).warnings).toEqual([]);
  });
});
