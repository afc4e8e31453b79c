import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { anonymousBodyMaxBytes } from '../../contract/limits.ts';
import type { AppConfig } from '../../contract/settings.ts';
import type { Config } from '../config/config.ts';
import { ApiError, asUnavailable, logFault, toProblem } from '../kernel/errors.ts';
import { describeError, logWhenOver } from '../platform/request-log.ts';
import { refuseOtherHosts } from './other-hosts.ts';
import { withConfig } from './web-page.ts';

const requestTimeoutMs = 30_000;
const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));
const pagePath = '/index.html';

/**
 * Fastify with our headers, compression, error answers and log. The log is JSON, a line for each event, on standard
 * output; `logTo` takes the lines instead.
 */
export async function createHttpServer(config: Config, logTo?: LineTaker): Promise<FastifyInstance> {
  const server = Fastify({
    logger: {
      level: config.log_level,
      serializers: { err: describeError },
      ...(logTo && { stream: logTo }),
    },
    // Ours, in platform/request-log.ts, says less: neither addresses nor IP addresses.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    // Unique for ever: users quote it from a screen, and the log of weeks is searched for it.
    genReqId: () => randomUUID(),
    // A stranger's; endpoints that need a session take more, once they know who asks.
    bodyLimit: anonymousBodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    // Only the given number of proxies nearest to us may name the client's address.
    trustProxy: (_address: string, hop: number) => hop < config.trust_proxy,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be decoded, or is too long, is refused before there is a route.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply);
      return answerError(error, request, reply.headers(withoutHelmet));
    },
    // The contract's schemas check requests; Fastify's own compilers would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  // JSON is the only body we read; a form of another site cannot send it without a preflight.
  server.removeContentTypeParser('text/plain');
  server.decorateRequest('userId', null);
  server.decorateRequest('errorCode', null);
  server.addHook('onRequest', async (request, reply) => begin(request, reply));
  await server.register(helmet, helmetOptions(config));
  await server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  server.setErrorHandler(answerError);
  if (config.is_local) server.addHook('onRequest', refuseOtherHosts(config));
  return server;
}

interface LineTaker {
  write(line: string): void;
}

/** Before anything may refuse the request. */
function begin(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  logWhenOver(request, reply);
}

/** What is refused before there is a route meets no hook, and so not the one that sets our headers. */
const withoutHelmet = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

function refuseSchema(): never {
  throw new Error('A route has a schema of Fastify: put it into the contract');
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error, request);
  if (!known) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
  const answer = known ?? new ApiError('internal', 'Something went wrong on the server. Nothing was saved.');
  const failure = (error as { failure?: string }).failure ?? failureText(request);
  request.errorCode = answer.code;
  if (answer.status === 503) reply.header('retry-after', '2');
  return reply
    .code(answer.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(toProblem(answer, failure, request.id));
}

function failureText(request: FastifyRequest) {
  const { failure, searchFailure } = request.routeOptions.config;
  const isSearch = searchFailure && (request.query as { q?: unknown } | undefined)?.q;
  return (isSearch ? searchFailure : failure) ?? 'Request failed';
}

/** Our own errors, the database's passing faults and what Fastify refuses before a handler runs. */
function toApiError(error: FastifyError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('too_large', `The request is larger than ${bodyLimitOf(request)}.`);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('unsupported_media_type', 'Send JSON.');
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('malformed_request', 'The address cannot be read.');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('malformed_request', 'The request cannot be read. Send well-formed JSON.');
  }
  return asUnavailable(error);
}

/** In words: '32 KB'. */
function bodyLimitOf({ routeOptions }: FastifyRequest): string {
  const bytes = routeOptions.bodyLimit ?? anonymousBodyMaxBytes;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1024)} KB` : `${bytes / 1_000_000} MB`;
}

/**
 * Serves the built web app. An unknown path that a browser navigates to gets the app, which says 'Page not
 * found' itself; everything else gets a problem. The page holds what `readAppConfig` gives.
 */
export async function serveWebApp(
  server: FastifyInstance,
  readAppConfig: () => Promise<AppConfig>,
): Promise<void> {
  const isBuilt = existsSync(webFolder);
  if (isBuilt) {
    await server.register(staticFiles, {
      root: webFolder,
      preCompressed: true,
      // The compressed form of a file goes to whoever accepts it, in place of the file; it is no address of its own.
      allowedPath: (path) => !/\.(br|gz)$/i.test(path),
      index: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  // Neither the folder nor the file is sent as it lies there: without the configuration.
  for (const url of ['/', pagePath])
    server.route({ method: ['GET', 'HEAD'], url, handler: (_request, reply) => reply.callNotFound() });
  server.setNotFoundHandler(async (request, reply) => {
    const accepts = request.headers.accept ?? '*/*';
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && /text\/html|\*\/\*/.test(accepts);
    const path = request.url.split('?')[0] ?? '';
    // A path with an ending names a file, and that file is not there.
    const isOurs = path === pagePath || !/^\/(api|auth\/v1|assets)(\/|$)|\.\w+$/.test(path);
    if (isBuilt && wantsPage && isOurs) {
      const config = await readAppConfig().catch((error: unknown) => {
        logFault(request.log, error, 'the page is served without configuration');
        return null;
      });
      const page = withConfig(await readFile(`${webFolder}${pagePath}`, 'utf8'), config);
      // Not even Back shows it again: what it holds changes, and its address may hold the token of a mailed link.
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
    }
    const error = new ApiError('not_found', 'There is nothing at this address.');
    request.errorCode = error.code;
    const problem = toProblem(error, 'Not found', request.id);
    return reply.code(404).type('application/problem+json').header('cache-control', 'no-store').send(problem);
  });
}

function helmetOptions(config: Config) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    frameguard: { action: 'deny' as const },
    strictTransportSecurity: config.public_url.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
