import { Agent, type IncomingMessage, request } from 'node:http';

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** The members of a `Response` that tests read, which may be read more than once. */
export interface QuickResponse {
  status: number;
  ok: boolean;
  headers: Pick<Headers, 'get'>;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array>;
  // biome-ignore lint/suspicious/noExplicitAny: as of `Response`.
  json(): Promise<any>;
}

const connections = new Agent({ keepAlive: true });

/**
 * A small `fetch` for tests: it reads whole answers and follows no redirect. It uses half the processor time of the
 * built-in one, which took a fifth of the test time.
 */
export function quickFetch(
  url: string,
  { method = 'GET', headers = {}, body }: Init = {},
): Promise<QuickResponse> {
  return new Promise((resolve, reject) => {
    const sent = {
      ...{ accept: '*/*', 'user-agent': 'node', ...headers },
      // Node sets the length of the body of a DELETE only on request.
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    };
    const asked = request(url, { method, headers: sent, agent: connections }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (!isStream(answer) || !piece.includes('event: ')) return;
        resolve(responseOf(answer, Buffer.concat(pieces)));
        answer.destroy();
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(responseOf(answer, Buffer.concat(pieces))));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** As `GET /api/stream`: it has no end: its first event is the answer. */
function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type'] === 'text/event-stream';
}

function responseOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): QuickResponse {
  const text = () => new TextDecoder().decode(body);
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    text: async () => text(),
    bytes: async () => body,
    json: async () => JSON.parse(text()),
  };
}
