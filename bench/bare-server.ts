import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fill, openBareDatabase } from './bare-database.ts';
import type { Recording } from './recording.ts';

/**
 * What the server is compared with: node:http and the database driver. For each request it runs the statements that the
 * server runs, the read of its session included, and serializes the same answer. No framework, no query builder, no
 * validation, no rules. Any failure ends it.
 */
const recordings: Record<string, Recording> = JSON.parse(readFileSync(process.env.RECORDINGS ?? '', 'utf8'));
const prepare = openBareDatabase(process.env);
const runs = new Map(Object.entries(recordings).map(([kind, { statements }]) => [kind, prepare(statements)]));

const server = createServer(async (incoming, outgoing) => {
  const { 'x-kind': kind = '', 'x-values': values = '{}' } = incoming.headers;
  if (incoming.method !== 'GET') JSON.parse(await text(incoming));
  const given: Record<string, string> = JSON.parse(String(values));
  await runs.get(String(kind))?.(given);
  const body = fill(JSON.stringify(recordings[String(kind)]?.answer ?? {}), given);
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
});
server.listen(Number(process.env.PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
