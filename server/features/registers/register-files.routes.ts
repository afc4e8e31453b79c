import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyMaxBytes, registerFileMaxBytes } from '../../../contract/fields/limits.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { acceptFiles } from '../../platform/http/uploads.ts';
import type { Spool } from '../../platform/spool.ts';
import { findByKey } from './connections/registers.service.ts';
import { receiveFeed } from './receive/feed.service.ts';
import { receiveWithKey } from './receive/files.service.ts';

/** A location with several registers sends some files a minute, and a month of them after a reinstallation. */
const requestsOfKey = { limit: 3000, window_seconds: 600 };
/** When a key sends more than two files at a time. */
const retry_after_seconds = 5;
const wrongKeys = { limit: 30, window_seconds: 600 };

type Sender = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

/**
 * For programs beside registers. Only the outcomes in a receipt are final for them: every other answer is tried again. A
 * key opens nothing else.
 */
export function registerFileRoutes(server: FastifyInstance, app: App): void {
  const senders = new WeakMap<FastifyRequest, Sender>();
  // Before the body is read, so that nobody can send a large one without a key.
  const onRequest = async (request: FastifyRequest) => {
    const sender = await authorize(app, request);
    request.userId = sender.id;
    senders.set(request, sender);
  };
  // Like a file: at most two of a key at a time, and read in a thread.
  const refuseThird = (sentence: string) => new ApiError('rate_limited', sentence, { retry_after_seconds });
  const addRoute = (on: FastifyInstance, { url, failure, maxBytes, receive }: Way) =>
    on.route({
      method: 'POST',
      url,
      config: { failure, takesFile: true },
      onRequest,
      handler: (request, reply) => {
        const sender = senders.get(request);
        if (!sender) throw new Error('A request of a register was not authorized');
        reply.header('cache-control', 'no-store');
        return app.uploads.receive({ owner: sender.id, request, maxBytes, refuseThird }, (file) =>
          file.parseSpooled(app.config.data_dir, (arrived) => receive(sender, arrived, request)),
        );
      },
    });
  server.register(async (on) => {
    on.removeAllContentTypeParsers();
    on.addContentTypeParser('application/json', async (_: unknown, payload: IncomingMessage) => payload);
    addRoute(on, {
      ...{ url: '/api/register-feed', failure: 'Failed to read the days', maxBytes: bodyMaxBytes },
      receive: (sender, arrived) => receiveFeed(app, sender, arrived),
    });
  });
  server.register(async (on) => {
    acceptFiles(on);
    addRoute(on, {
      ...{ url: '/api/register-files', failure: 'Failed to read the file', maxBytes: registerFileMaxBytes },
      receive: (sender, arrived, request) => receiveWithKey(app, sender, fileName(request), arrived),
    });
  });
}

interface Way {
  url: string;
  failure: string;
  maxBytes: number;
  receive(sender: Sender, arrived: Spool, request: FastifyRequest): Promise<unknown>;
}

/** @throws ApiError 401 for an unknown or revoked key, 429 */
async function authorize(app: App, request: FastifyRequest): Promise<Sender> {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const sender = key ? await findByKey(app, key) : null;
  const { allowed, retry_after_seconds } = sender
    ? await app.limits.consumeAttempt(`register-files:${sender.id}`, requestsOfKey)
    : await app.limits.consumeAttempt(`register-key:${request.ip}`, wrongKeys);
  if (!allowed) {
    const detail = `Too many requests. Try again in ${retry_after_seconds} seconds.`;
    throw new ApiError('rate_limited', detail, { retry_after_seconds });
  }
  if (sender) return sender;
  throw new ApiError('unauthenticated', 'This key is not valid, or was revoked. Connect the register again.');
}

/** A label of a single file; those in a zip have their own. */
function fileName(request: FastifyRequest): string {
  const { name } = request.query as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : 'file.xml';
}
