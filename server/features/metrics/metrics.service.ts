import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { isLoopback } from '../../config/config.ts';
import type { App } from '../../kernel/context.ts';
import { whyNotReady } from '../../kernel/database/migrate.ts';
import { formatMetrics, gauge, gauges, type Series } from '../../platform/metrics/metrics.ts';
import { lastProofs } from '../backups/backups.service.ts';
import { silentSince } from '../registers/connections/registers.service.ts';
import * as repository from './metrics.repository.ts';

/** Many who ask at once cost the database no more than one. */
const rememberMs = 2000;

/** Everything that is measured, as text for Prometheus. Without the database, what it would say is left out. */
export async function readMetrics(app: App, { isStopping }: { isStopping: boolean }): Promise<string> {
  const { config, database } = app;
  const { version, commit } = config;
  const isReady = !isStopping && (await whyNotReady(database)) === null;
  const labels = { version, commit: commit ?? '', database: database.dialect };
  return formatMetrics([
    gauge('canopy_info', 'The version that runs; always 1.', 1, labels),
    gauge('canopy_ready', 'Whether /readyz answers 200.', isReady ? 1 : 0),
    ...processSeries(app),
    ...poolSeries(app),
    ...(isReady ? await database.remember('metrics', rememberMs, () => databaseSeries(app)) : []),
    ...(await diskSeries(app)),
  ]);
}

function processSeries({ meters, database }: App): Series[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    meters.requests.series(
      'canopy_http_request_seconds',
      'Requests by pattern of the route and class of status.',
    ),
    gauges(
      'canopy_event_loop_delay_seconds',
      'Delay of the event loop, by part.',
      'part',
      meters.eventLoopDelays(),
    ),
    gauges('canopy_memory_bytes', 'Memory of the process.', 'kind', { rss, heap: heapUsed, external }),
    counter('canopy_processor_seconds_total', 'Processor time of the process.', (user + system) / 1e6),
    gauge(
      'canopy_start_time_seconds',
      'When the process started.',
      Math.round(performance.timeOrigin / 1000),
    ),
    meters.signIns.series('canopy_sign_ins_total', 'Sign-ins by outcome.', 'outcome'),
    gauge('canopy_streams', 'Open streams of screens that follow changes.', meters.streams.open),
    meters.streams.ended.series('canopy_streams_ended_total', 'Streams that ended, by reason.', 'reason'),
    counter(
      'canopy_polls_total',
      'Requests of screens that ask for changes because they have no stream.',
      meters.polls.count,
    ),
    meters.limits.series(
      'canopy_limits_hit_total',
      'Attempts that a limit refused, by what it limits.',
      'limit',
    ),
    meters.givenUp.series(
      'canopy_given_up_total',
      'Items of work in the background that failed twice and were given up, by kind.',
      'kind',
    ),
    counter(
      'canopy_database_retries_total',
      'Transactions that ran again after a conflict.',
      database.retries(),
    ),
  ];
}

function counter(name: string, help: string, value: number): Series {
  return { name, help, type: 'counter', samples: [{ value }] };
}

function time(name: string, help: string, at: string | null | undefined): Series {
  return gauge(name, help, at ? Date.parse(at) / 1000 : 0);
}

function poolSeries({ database }: App): Series[] {
  const pools = database.pools();
  const of = (member: 'size' | 'open' | 'idle' | 'waiting') =>
    Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool[member]]));
  if (Object.keys(pools).length === 0) return [];
  return [
    gauges('canopy_pool_connections_max', 'Connections that the pool may open.', 'pool', of('size')),
    gauges('canopy_pool_connections', 'Open connections of the pool.', 'pool', of('open')),
    gauges('canopy_pool_connections_idle', 'Connections that nobody uses.', 'pool', of('idle')),
    gauges('canopy_pool_waiting', 'Requests that wait for a connection.', 'pool', of('waiting')),
  ];
}

async function databaseSeries(app: App): Promise<Series[]> {
  const { read } = app.database;
  const [{ waiting, oldest }, lines, tasks, files, key, bytes, { proven, failed }] = await Promise.all([
    repository.findWaitingEmails(read),
    repository.countRunLinesLeft(read),
    repository.countRegisterTasks(read),
    repository.findRegisterFiles(read, silentSince(app)),
    repository.findSigningKeyTime(read),
    repository.findDatabaseBytes(read),
    lastProofs(app),
  ]);
  const ageOf = (at: string) => Math.max(0, (app.now().getTime() - Date.parse(at)) / 1000);
  return [
    gauge('canopy_emails_waiting', 'Emails that are not sent yet.', Number(waiting)),
    gauge('canopy_email_oldest_seconds', 'Age of the oldest waiting email.', oldest ? ageOf(oldest) : 0),
    gauge('canopy_run_lines_left', 'Lines of imports and bulk changes that are at work.', lines),
    gauges(
      'canopy_register_tasks',
      'Days, price books and stock to compute: waiting, and failed ones that are left out.',
      'state',
      { ...tasks },
    ),
    gauge(
      'canopy_register_files_waiting',
      'Register files that wait for a location with their number, or for their date.',
      files.waiting,
    ),
    gauge(
      'canopy_registers_silent',
      'Working register connections that sent something once, and nothing within the limit.',
      files.silent,
    ),
    // Without a file there is no age.
    ...(files.newest === null
      ? []
      : [
          gauge(
            'canopy_register_newest_file_seconds',
            'Seconds since the newest register file came.',
            ageOf(files.newest),
          ),
        ]),
    gauge('canopy_database_bytes', 'Size of the database.', bytes),
    time('canopy_signing_key_time_seconds', 'When the current signing key was made.', key),
    time('canopy_backup_proven_time_seconds', 'Last proven restore; 0 for none.', proven?.made_at),
    time('canopy_backup_failed_time_seconds', 'Last failed backup; 0 for none.', failed?.made_at),
  ];
}

async function diskSeries({ config, database }: App): Promise<Series[]> {
  const folders = { data: config.data_dir, backups: config.backup_to };
  const free: Record<string, number> = {};
  const size: Record<string, number> = {};
  for (const [name, path] of Object.entries(folders)) {
    if (!existsSync(path)) continue;
    const { bavail, blocks, bsize } = await statfs(path);
    free[name] = bavail * bsize;
    size[name] = blocks * bsize;
  }
  const wal = `${config.database_file}-wal`;
  const walBytes = database.dialect === 'sqlite' && existsSync(wal) ? (await stat(wal)).size : null;
  return [
    gauges('canopy_disk_free_bytes', 'Free space of the disk of a folder.', 'folder', free),
    gauges('canopy_disk_bytes', 'Size of the disk of a folder.', 'folder', size),
    ...(walBytes === null
      ? []
      : [gauge('canopy_write_ahead_log_bytes', 'Size of the write-ahead log of SQLite.', walBytes)]),
  ];
}

interface Request {
  /** Of the connection, not of a forwarded request. */
  address: string | undefined;
  host: string;
  isForwarded: boolean;
  authorization: string | undefined;
}

/** With METRICS_TOKEN whoever knows it; without it, programs of this machine, but not through a proxy. */
export function mayReadMetrics(token: string | undefined, request: Request): boolean {
  if (token) return isSame(request.authorization ?? '', `Bearer ${token}`);
  const address = request.address?.replace(/^::ffff:/, '') ?? '';
  const host = request.host.replace(/:\d+$/, '');
  return isLoopback(address) && isLoopback(host) && !request.isForwarded;
}

/** Hashed, so that the time says nothing about the token. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
