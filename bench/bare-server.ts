import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { answerOf } from './bare-answer.ts';
import { openBareDatabase } from './bare-database.ts';
import type { Facts } from './fixture.ts';
import { bindsFor, type Statement } from './replay.ts';
import { type Request, type ScenarioName, scenarios } from './scenarios.ts';

/**
 * The yardstick: node:http, the driver, and the very statements that Canopy was recorded running for the same
 * request, its look at the session included. No framework, no query builder, no validation, no rules.
 */
export interface BareOrders {
  facts: Facts;
  scripts: Partial<Record<ScenarioName, Statement[]>>;
}

const orders: BareOrders = JSON.parse(readFileSync(process.env.BARE_ORDERS ?? '', 'utf8'));
const database = openBareDatabase(process.env);

const server = createServer(async (incoming, outgoing) => {
  try {
    const body = await handle(incoming);
    outgoing.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    outgoing.end(body);
  } catch (error) {
    console.error(error);
    outgoing.writeHead(500, { 'content-length': 0 }).end();
  }
});

async function handle(incoming: IncomingMessage): Promise<string> {
  const method = incoming.method as Request['method'];
  const path = incoming.url ?? '';
  if (path === '/') return '{}';
  const name = nameOf(method, path);
  const request: Request = { method, path, body: method === 'GET' ? undefined : await read(incoming) };
  const { params, answer } = scenarios[name];
  const script = orders.scripts[name] ?? [];
  const given = params(request, orders.facts);
  const results = await database.run(script, bindsFor(script, given));
  return JSON.stringify(answerOf(answer, results, request));
}

function nameOf(method: Request['method'], path: string): ScenarioName {
  if (method === 'POST') return 'create';
  if (method === 'PUT') return 'replace';
  if (path.includes('?q=')) return 'search';
  if (path.includes('limit=1000')) return 'bulk';
  return path.includes('?') ? 'page' : 'read';
}

async function read(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

server.listen(Number(process.env.PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
