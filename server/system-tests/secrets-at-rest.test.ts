import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../commands/admin.ts';
import { loadConfig } from '../config/config.ts';
import { createSecrets } from '../platform/secrets.ts';
import { openDatabase } from '../start/open-database.ts';
import { dumpDatabase } from '../testing/databases/dump-database.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { startMailCatcher } from '../testing/processes/mail-catcher.ts';
import { startServer } from '../testing/processes/server-process.ts';
import { silentLog } from '../testing/processes/silent-log.ts';
import { findSecrets } from '../testing/requests/find-secrets.ts';
import { recordSecrets, type SecretKind } from '../testing/requests/secret-recorder.ts';
import { present } from '../testing/worlds/auth-world.ts';
import { fullMailbox, playWholeLife } from '../testing/worlds/whole-life.ts';

/** Every kind of secret, with the least number that the test creates. */
const kinds: [SecretKind, number][] = [
  ['password', 11],
  ['link', 13],
  ['access token', 20],
  ['refresh token', 20],
  ['TOTP secret', 2],
  ['recovery code', 20],
  ['device cookie', 5],
  ['signing key', 3],
  ['operator’s key', 2],
];

const recorder = recordSecrets();
/** The places where no secret may be stored. */
const places = new Map<string, string>();
let tables: Map<string, string>;
/** Waiting requests: the server takes a moment to answer each. */
let waiting: string;

let dataDir: string;
let drop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canopy-secrets-'));
  const env = await settings();
  const { port } = loadConfig(env);
  const url = `http://127.0.0.1:${port}`;
  const catcher = await startMailCatcher({ full: fullMailbox });
  env.SMTP_URL = `smtp://canopy:${newKey()}@${catcher.address}`;
  const server = await startServer({ env });
  try {
    const runAdmin = async (...args: string[]) => (await runCommand(admin, env, ...args)).stdout;
    places.set('audit', await playWholeLife({ url, recorder, catcher, runAdmin }));
    waiting = await whatWaits(url, env);
  } finally {
    await server.stop();
    await catcher.close();
  }
  places.set('log', server.output());
  await lookInto(env);
});
afterAll(async () => {
  await drop?.();
  await rm(dataDir, { recursive: true, force: true });
});

function newKey() {
  const key = randomBytes(32).toString('base64url');
  recorder.add('operator’s key', key);
  return key;
}

async function settings(): Promise<Record<string, string>> {
  const env = {
    ...{ HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: dataDir },
    ...{ SECRET_KEY: newKey(), LOG_LEVEL: 'trace' },
  };
  if (process.env.TEST_DIALECT !== 'postgres') return env;
  const database = await createTestDatabase();
  drop = database.drop;
  const url = new URL(database.url);
  url.password = newKey();
  return { ...env, DATABASE_URL: url.href };
}

/** Requests recovery links until one request is seen before the server answers it. */
async function whatWaits(url: string, env: Record<string, string>): Promise<string> {
  const database = await openDatabase(loadConfig(env), silentLog);
  try {
    for (let n = 0; n < 20; n++) {
      const body = JSON.stringify({ email: `forgot${n}@northline.example` });
      const headers = { 'content-type': 'application/json' };
      await recorder.fetch(`${url}/auth/v1/recover`, { method: 'POST', headers, body });
      const rows = await database.read.selectFrom('auth_requests').selectAll().execute();
      if (rows.length > 0) return JSON.stringify(rows);
    }
    throw new Error('Every request was answered before it could be read');
  } finally {
    await database.close();
  }
}

/** Reads the tables by row and the files by byte, because deleted rows may still be in them. */
async function lookInto(env: Record<string, string>) {
  const config = loadConfig(env);
  const database = await openDatabase(config, silentLog);
  try {
    tables = new Map([...(await dumpDatabase(database)), ['auth_requests', waiting]]);
    const sealed = createSecrets(config, { isAnythingEncrypted: true });
    for (const { private_key } of await database.read.selectFrom('auth_keys').selectAll().execute()) {
      const { d } = JSON.parse(sealed.open(private_key, 'signing-key')) as { d: string };
      recorder.add('signing key', d);
    }
  } finally {
    await database.close();
  }
  for (const [name, text] of tables) places.set(`table ${name}`, text);
  for (const file of await readdir(dataDir)) {
    places.set(`file ${file}`, await readFile(join(dataDir, file), 'latin1'));
  }
}

describe('after the whole life of accounts', () => {
  test.each(kinds)('no %s is in a table, a file, the audit log or the log', (kind, count) => {
    const issued = recorder.known(kind);
    expect(issued.size).toBeGreaterThanOrEqual(count);
    for (const [place, text] of places) expect(findSecrets(text, issued), place).toEqual([]);
  });

  test('no email is in the log', () => {
    expect(places.get('log')).not.toMatch(/@[\w.-]*northline\.example/);
  });

  test('every place contains something to search', () => {
    const found = (place: string, text: string) =>
      expect(findSecrets(present(places.get(place)), [text]), place).toEqual([text]);
    found('table auth_users', 'bea.moved@northline.example');
    found('table auth_sign_ups', 'waiting@northline.example');
    found('table auth_unlisted', 'target@northline.example');
    found('table mail_outbox', fullMailbox);
    found('table audit_entries', 'Olga Operator');
    found('audit', 'Zoe Invited');
    found('log', 'serves on http://localhost');
    found('log', 'an email was not delivered');
    expect(places.get('table mail_outbox')).toContain('pending');
    // The first ones may have been answered before they could be read.
    expect(places.get('table auth_requests')).toMatch(/forgot\d+@northline\.example/);
    // Tables of plain rows, such as locations, contain only text that users type.
    const mayHoldSecrets = /^(auth_|audit_|mail_outbox|settings|users)/;
    const left = [...tables].flatMap(([name, text]) =>
      text === '' && mayHoldSecrets.test(name) ? [name] : [],
    );
    expect(left).toEqual([]);
  });

  test('a secret that is logged would be found', () => {
    const [token] = recorder.known('access token');
    expect(
      findSecrets(`{"url":"/api/users?access_token=${token}"}`, recorder.known('access token')),
    ).toContain(token);
  });
});

describe('the search finds a secret', () => {
  const secret = 'a "quoted" pass-word_1';
  const bytes = Buffer.from(secret);
  test.each([
    ['as it is', `x${secret}x`],
    ['in JSON', JSON.stringify({ x: secret })],
    ['in an address', `?x=${encodeURIComponent(secret)}`],
    ['in hexadecimal', `x${bytes.toString('hex')}`],
    ['in capital hexadecimal', bytes.toString('hex').toUpperCase()],
    ['in base64', bytes.toString('base64')],
    ['in base64url, one byte on', Buffer.from(`x${secret}yz`).toString('base64url')],
    ['in base64, two bytes on', Buffer.from(`xy${secret}z`).toString('base64')],
  ])('%s', (_, text) => {
    expect(findSecrets(text, [secret])).toEqual([secret]);
  });

  test('as the bytes that it encodes', () => {
    const token = randomBytes(32);
    const [base64url, base32] = [token.toString('base64url'), 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'];
    expect(findSecrets(token.toString('hex'), [base64url])).toEqual([base64url]);
    expect(
      findSecrets(Buffer.from('Hello!\xde\xad\xbe\xefHello!\xde\xad\xbe\xef', 'latin1').toString('base64'), [
        base32,
      ]),
    ).toEqual([base32]);
  });

  test('and nothing in other text', () => {
    expect(findSecrets('a quoted password', [secret])).toEqual([]);
  });
});
