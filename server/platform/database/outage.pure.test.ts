import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { asUnavailable } from '../http/errors.ts';
import { OutcomeUnknown, outageOf } from './outage.ts';

const withCode = (code: string) => Object.assign(new Error('an error of PostgreSQL'), { code });
const withErrcode = (errcode: number) => Object.assign(new Error('an error of SQLite'), { errcode });

describe('outageOf', () => {
  test.each([
    // PostgreSQL: codes about connections.
    ['08000', 'away'],
    ['08006', 'away'],
    ['08P01', 'away'],
    ['57P01', 'away'],
    ['57P02', 'away'],
    ['57P03', 'away'],
    ['57P05', 'away'],
    ['53200', 'away'],
    ['53300', 'away'],
    ['58030', 'away'],
    ['28P01', 'away'],
    ['3D000', 'away'],
    ['25P03', 'away'],
    // The network.
    ['ECONNREFUSED', 'away'],
    ['ECONNRESET', 'away'],
    ['EPIPE', 'away'],
    ['ETIMEDOUT', 'away'],
    ['EHOSTUNREACH', 'away'],
    ['ENETUNREACH', 'away'],
    ['ENOTFOUND', 'away'],
    ['EAI_AGAIN', 'away'],
    // Locks held by others.
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['25006', 'read_only'],
    ['53100', 'full'],
    // Bugs.
    ['23505', null],
    ['23503', null],
    ['22P02', null],
    ['42601', null],
    ['25P02', null],
    ['ERR_ASSERTION', null],
    ['ENOENT', null],
  ])('reads the code %s as %s', (code, outage) => {
    expect(outageOf(withCode(code))).toBe(outage);
  });

  test.each([
    [5, 'busy'],
    [6, 'busy'],
    [261, 'busy'],
    [8, 'read_only'],
    [1032, 'read_only'],
    [10, 'away'],
    [778, 'away'],
    [13, 'full'],
    [14, 'away'],
    [11, null],
    [787, null],
    [2067, null],
  ])("reads SQLite's result code %i as %s", (errcode, outage) => {
    expect(outageOf(withErrcode(errcode))).toBe(outage);
  });

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Postgres connection has been discarded',
    'Cannot use a pool after calling end on the pool',
  ])('reads "%s" as a lost connection', (message) => {
    expect(outageOf(new Error(message))).toBe('away');
  });

  test.each([
    'Cannot read properties of undefined',
    'afterCommit outside a transaction',
    '',
  ])('reads "%s" as a bug', (message) => {
    expect(outageOf(new Error(message))).toBeNull();
  });

  test('reads the error of a host name with no server at any of its IP addresses', async () => {
    const client = new pg.Client({ host: 'localhost', port: await closedPort(), user: 'x', database: 'x' });
    const error = await client.connect().catch((error: unknown) => error);
    expect(outageOf(error)).toBe('away');
  });
});

test('asUnavailable does not claim that nothing was saved when that is unknown', () => {
  const text = asUnavailable(new OutcomeUnknown(withCode('08006')))?.message;
  expect(text).toContain('Reload the page to see whether it was');
  expect(text).not.toContain('Nothing was saved');
});

/** Connects to every IP address of localhost. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
