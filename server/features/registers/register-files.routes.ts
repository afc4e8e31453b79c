import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyMaxBytes, registerFileMaxBytes } from '../../../contract/fields/limits.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { acceptFiles, createUploads } from '../../kernel/http/uploads.ts';
import { inMemory } from '../../platform/spool.ts';
import { findByKey } from './connections/registers.service.ts';
import { receiveFeed } from './receive/feed.service.ts';
import { receiveWithKey } from './receive/files.service.ts';

/** A location with several registers sends some files a minute, and a month of them after a reinstallation. */
const requestsOfKey = { limit: 3000, window_seconds: 600 };
const wrongKeys = { limit: 30, window_seconds: 600 };

type Sender = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

/**
 * For programs beside registers. Only the outcomes in a receipt are final for them: every other answer is tried again. A
 * key opens nothing else.
 */
export function registerFileRoutes(server: FastifyInstance, app: App): void {
  const uploads = createUploads();
  const senders = new WeakMap<FastifyRequest, Sender>();
  const senderOf = (request: FastifyRequest) => {
    const sender = senders.get(request);
    if (!sender) throw new Error('A request of a register was not authorized');
    return sender;
  };
  // Before the body is read, so that nobody can send a large one without a key.
  const onRequest = async (request: FastifyRequest) => {
    const sender = await authorize(app, request);
    request.userId = sender.id;
    senders.set(request, sender);
  };
  server.register(async (on) => {
    // It is parsed in a thread.
    on.removeAllContentTypeParsers();
    on.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    on.route({
      method: 'POST',
      url: '/api/register-feed',
      bodyLimit: bodyMaxBytes,
      config: { failure: 'Failed to read the days' },
      onRequest,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return receiveFeed(app, senderOf(request), inMemory(body));
      },
    });
  });
  server.register(async (on) => {
    acceptFiles(on);
    on.route({
      method: 'POST',
      url: '/api/register-files',
      config: { failure: 'Failed to read the file', takesFile: true },
      onRequest,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const sender = senderOf(request);
        const name = fileName(request);
        return uploads.receive(
          // Any number of requests of one key.
          randomUUID(),
          request,
          (file) =>
            file.parseSpooled(app.config.data_dir, (arrived) => receiveWithKey(app, sender, name, arrived)),
          registerFileMaxBytes,
        );
      },
    });
  });
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
