import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRegister } from '../../../contract/registers.ts';
import { getUser } from '../../../contract/users.ts';
import { createMeters } from '../../platform/metrics/meters.ts';
import { hasPromtool, promtool } from '../../testing/processes/promtool.ts';
import { mcm } from '../../testing/requests/register-xml.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { recordBackup } from '../backups/backups.service.ts';
import { mayReadMetrics } from './metrics.service.ts';

const isPostgres = process.env.TEST_DIALECT === 'postgres';
const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const token = 'a-token-of-the-monitoring';

let world: World;
let text: string;
beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMITS: 'on' } });
  const { app, ada } = world;
  await ada.call(getUser, { params: { id: ada.id } });
  await ada.raw('GET', '/api/no/such/page?q=ada@northline.example');
  const signIn = (password: string) =>
    world.nobody.raw('POST', '/auth/v1/token?grant_type=password', { email: ada.email, password });
  await signIn('not the one');
  await app.limits.consumeAttempt('sign-in:ada@northline.example', { limit: 0, window_seconds: 60 });
  await app.database.write(async (tx) => {
    const id = await app.mailer.enqueue(tx, { to: 'bo@new.example', subject: 'Hello', text: 'Hello' });
    const hour = 3_600_000;
    const [created_at, next_attempt_at] = [-hour, hour].map((ms) =>
      new Date(app.now().getTime() + ms).toISOString(),
    ) as [string, string];
    await tx.updateTable('mail_outbox').set({ created_at, next_attempt_at }).where('id', '=', id).execute();
  });
  const body = { name: 'Front', location_ids: [world.locations.airport.id] };
  await ada.call(createRegister, { body });
  const last_file_at = new Date(app.now().getTime() - 25 * 3_600_000).toISOString();
  await app.database.write((tx) => tx.updateTable('register_connections').set({ last_file_at }).execute());
  const head = { store: '99', business_date: '2026-11-20', began: '2026-11-20T06:00:00', ended: null };
  await ada.raw('POST', '/api/register-files/by-hand?name=a.xml', mcm(head, []), {
    'content-type': 'application/xml',
  });
  const made_at = '2026-11-20T12:00:00.000Z';
  await recordBackup(app, { made_at, name: null, bytes: null, proof_ms: 100, problem: null });
  text = await (await world.nobody.raw('GET', '/metrics')).text();
});
afterAll(() => world.close());

/** The value of a line, given its name and labels as they are written. */
function readingOf(line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

test('metrics count requests by pattern of the route and class of status', () => {
  const of = (labels: string) => readingOf(`canopy_http_request_seconds_count{${labels}}`);
  expect(of('method="GET",route="/api/users/:id",status="2xx"')).toBe(1);
  expect(of('method="POST",route="/auth/v1/token",status="4xx"')).toBe(1);
  expect(of('method="GET",route="none",status="4xx"')).toBe(1);
});

test('metrics say what the process, its queues and its backups do', () => {
  expect(readingOf('canopy_ready')).toBe(1);
  expect(readingOf('canopy_sign_ins_total{outcome="signed_in"}')).toBe(1);
  expect(readingOf('canopy_sign_ins_total{outcome="invalid_credentials"}')).toBe(1);
  expect(readingOf('canopy_limits_hit_total{limit="sign-in"}')).toBe(1);
  expect(readingOf('canopy_emails_waiting')).toBe(1);
  expect(readingOf('canopy_email_oldest_seconds')).toBeGreaterThanOrEqual(3600);
  expect(readingOf('canopy_register_files_waiting')).toBe(1);
  expect(readingOf('canopy_registers_silent')).toBe(1);
  expect(readingOf('canopy_register_newest_file_seconds')).toBeGreaterThanOrEqual(0);
  expect(readingOf('canopy_register_newest_file_seconds')).toBeLessThan(600);
  expect(readingOf('canopy_backup_proven_time_seconds')).toBe(Date.parse('2026-11-20T12:00:00.000Z') / 1000);
  expect(readingOf('canopy_signing_key_time_seconds')).toBeGreaterThan(1_700_000_000);
  expect(readingOf('canopy_database_bytes')).toBeGreaterThan(100_000);
  expect(readingOf('canopy_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(readingOf('canopy_pool_connections_max{pool="reads"}')).toBe(isPostgres ? 8 : undefined);
});

test('the delay of the event loop is not the time between two measurements', async () => {
  const meters = createMeters();
  await vi.waitFor(
    () => {
      const { median, max } = meters.eventLoopDelays();
      expect(max).toBeGreaterThan(0);
      expect(median).toBeLessThan(0.01);
    },
    { timeout: 60_000, interval: 300 },
  );
  meters.stop();
});

test('no label and no value has an id, a name, an email or an address', () => {
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(text).not.toMatch(/@|northline|Ada|127\.0\.0\.1/);
});

test('the series are between 20 and 35, each described once before its samples, and histograms add up', () => {
  const names = [...text.matchAll(/^# TYPE (\w+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(20);
  expect(names.length).toBeLessThanOrEqual(35);
  const sample = /^(\w+?)(?:_bucket|_sum|_count)?(\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? -?[\d.e+-]+$/;
  let described = '';
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('# HELP ')) described = line.split(' ')[2] ?? '';
    else if (!line.startsWith('#')) {
      expect(line).toMatch(sample);
      expect(line.startsWith(described)).toBe(true);
    }
  }
  const counts = text.matchAll(/^canopy_http_request_seconds_count(\{.*)\} (\d+)$/gm);
  for (const [, labels, count] of counts)
    expect(readingOf(`canopy_http_request_seconds_bucket${labels},le="+Inf"}`)).toBe(Number(count));
});

test('deploy/alerts.yml uses only what is measured', () => {
  const rules = readFileSync(`${deploy}alerts.yml`, 'utf8');
  const used = [...rules.matchAll(/\b(canopy_\w+?)(?:_bucket|_count|_sum)?\b(?=[\s{[)])/g)].map(
    ([, name]) => name,
  );
  expect(used.length).toBeGreaterThan(7);
  for (const name of used) expect(text).toContain(`# TYPE ${name} `);
});

test.skipIf(!hasPromtool)('promtool accepts the metrics, the rules and their tests', () => {
  expect(promtool(['check', 'metrics'], { input: text })).toBe('');
  expect(promtool(['check', 'rules', 'alerts.yml'], { cwd: deploy })).toBe('');
  expect(promtool(['test', 'rules', 'alerts.test.yml'], { cwd: deploy })).toBe('');
});

test('without the database the metrics answer, and say that the server is not ready', async () => {
  const other = await startWorld();
  await other.app.database.close();
  const answer = await other.nobody.raw('GET', '/metrics');
  const lines = (await answer.text()).split('\n');
  expect(answer.status).toBe(200);
  expect(lines).toContain('canopy_ready 0');
  expect(lines.some((line) => line.startsWith('canopy_memory_bytes'))).toBe(true);
  expect(lines.some((line) => line.startsWith('canopy_emails_waiting'))).toBe(false);
  await other.server.close();
});

describe('who may read metrics', () => {
  const here = {
    address: '::ffff:127.0.0.1',
    host: 'localhost:3000',
    isForwarded: false,
    authorization: undefined,
  };

  test.each([
    ['a program of this machine', {}, true],
    ['another machine', { address: '192.0.2.7' }, false],
    ['another machine that names this one', { address: '192.0.2.7', host: 'localhost' }, false],
    ['a proxy that says for whom', { isForwarded: true }, false],
    ['a proxy that passes the host on', { host: 'canopy.example.com' }, false],
    ['an unknown connection', { address: undefined }, false],
  ])('without METRICS_TOKEN: %s', (_, change, isAllowed) => {
    expect(mayReadMetrics(undefined, { ...here, ...change })).toBe(isAllowed);
  });

  test('a forwarded request is refused, and an answer is never stored', async () => {
    const refused = await world.nobody.raw('GET', '/metrics', undefined, { 'x-forwarded-for': '127.0.0.1' });
    expect(refused.status).toBe(401);
    const answer = await world.nobody.raw('GET', '/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('with METRICS_TOKEN only who sends it', async () => {
    const other = await startWorld({ env: { METRICS_TOKEN: token } });
    const statusOf = async (headers: Record<string, string>) =>
      (await other.nobody.raw('GET', '/metrics', undefined, headers)).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${other.ada.token}` })).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' })).toBe(200);
    const answer = await other.nobody.raw('GET', '/metrics', undefined, { authorization: `Bearer ${token}` });
    // Without a file there is no age.
    expect(await answer.text()).not.toContain('newest_file');
    await other.close();
  });
});
