import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../platform/config-error.ts';
import { readConfig } from './settings-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-settings-'));
  file = join(folder, 'canopy.env');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads the configuration with this text as the settings file. */
async function configOf(text: string, environment: Record<string, string> = {}) {
  await writeFile(file, text, { mode: 0o600 });
  return readConfig(file, environment);
}

test('readConfig reads comments, quotes, export, Windows line ends and a byte order mark', async () => {
  const config = await configOf(
    [
      '\ufeff# The head office\r\nPORT=8080 # of the proxy\r\n\r\n',
      'export SIGNUPS = closed\r\nPRODUCT_NAME="Northline # 1"\r\nSUPPORT_URL=\r\n',
    ].join(''),
  );
  expect(config).toMatchObject({ port: 8080, signups: 'closed', product_name: 'Northline # 1' });
  expect(config.support_url).toBeUndefined();
  expect(config.settings_file).toBe(file);
});

test('readConfig prefers environment variables to the settings file, unless they are empty', async () => {
  const config = await configOf('PORT=8080\nSIGNUPS=closed\n', { PORT: '9090', SIGNUPS: ' ' });
  expect(config).toMatchObject({ port: 9090, signups: 'closed' });
});

test.each([
  ['PORT=80\nSIGNUP=closed', 'line 2: SIGNUP is not a setting. Did you mean SIGNUPS?'],
  ['port=80', 'line 1: port is not a setting. Did you mean PORT?'],
  ['# x\nLOGGING_LEVEL=info', 'line 2: LOGGING_LEVEL is not a setting. Did you mean LOG_LEVEL?'],
  ['NODE_OPTIONS=--inspect', 'line 1: NODE_OPTIONS is not a setting. docs/operations.md lists them all.'],
  ['PORT 80', 'line 1 cannot be read. Write NAME=value.'],
  ['SECRET_KEY="abc\nPORT=80', 'line 1: the quote is not closed.'],
  ['SMTP_URL=smtp://u:a#b@host', 'line 1: # begins a comment. Put the value of SMTP_URL in quotes.'],
  ['PORT=80\nPORT=81', 'line 2: PORT is set a second time.'],
])('readConfig refuses a settings file with %j, with the line and the reason', async (text, message) => {
  const refused = configOf(text);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(`${file}, ${message}`);
});

test('readConfig names every unusable line at once, and repeats no value', async () => {
  const refused = await configOf('SIGNUP=closed\nSECRET_KEY="geheim').catch(String);
  expect(refused).toMatch(/line 1.*line 2/s);
  expect(refused).not.toContain('geheim');
});

test('readConfig refuses a given settings file that does not exist or is not a file', async () => {
  const missing = join(folder, 'missing.env');
  expect(() => readConfig(missing, {})).toThrow(`The settings file ${missing} cannot be read (ENOENT).`);
  await mkdir(missing);
  expect(() => readConfig(missing, {})).toThrow(`The settings file ${missing} cannot be read (EISDIR).`);
});

test.each([
  ['SECRET_KEY=0123456789abcdef0123456789abcdef', 1],
  ['DATABASE_URL=postgres://canopy:geheim@db.example/canopy', 1],
  ['SMTP_URL=smtp://canopy:geheim@mail.example', 1],
  ['DATABASE_URL=postgres://db.example/canopy\nPORT=8080', 0],
])('readConfig reads a settings file with %s that everybody may read, and warns %i times', async (text, warnings) => {
  expect((await configOf(text)).warnings).toEqual([]);
  await chmod(file, 0o644);
  const warned = readConfig(file, {}).warnings;
  expect(warned).toHaveLength(warnings);
  for (const warning of warned)
    expect(warning).toBe(
      `${file} holds secrets, and every user of this machine can read it. Run: chmod 600 ${file}`,
    );
  await chmod(file, 0o640);
  expect(readConfig(file, {}).warnings).toEqual([]);
});

test('readConfig takes the quotes off an environment variable, which docker --env-file passes on', () => {
  const env = { PORT: '"8080"', PRODUCT_NAME: "'Northline # 1'" };
  expect(readConfig(undefined, env)).toMatchObject({ port: 8080, product_name: 'Northline # 1' });
  expect(() => readConfig(undefined, { PRODUCT_NAME: '"Northline' })).toThrow(
    'PRODUCT_NAME: the quote is not closed.',
  );
});
