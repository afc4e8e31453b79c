import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import { companyCallbackPath, confirmPath } from '../../contract/auth/auth-links.ts';
import { anonymousBodyMaxBytes } from '../../contract/fields/limits.ts';
import type { AppConfig } from '../../contract/settings.ts';
import type { Config } from '../config/config.ts';
import { ApiError, asUnavailable, logFault, toProblem } from '../platform/http/errors.ts';
import { describeError, logWhenOver } from '../platform/http/request-log.ts';
import { refuseOtherHosts } from './other-hosts.ts';
import { namedManifest, withConfig } from './web-page.ts';

/** Without a file. */
const requestTimeoutMs = 30_000;
/** 20 MB at 0.3 Mbit/s. A client that sends nothing is disconnected earlier (platform/http/uploads.ts). */
const uploadTimeoutMs = 600_000;
/** Of connections whose request was under way when the server began to close. */
const closingKeepAliveMs = 1000;
/** An idle turn of the event loop takes a fifth of it. */
const shortTurnMs = 0.02;
/** A server that is never idle closes all the same. */
const shortTurnWithinMs = 1000;

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));
const pagePath = '/index.html';
const manifestPath = '/manifest.webmanifest';

/** The log is JSON, one line per event, on standard output or to `logTo`. */
export async function createHttpServer(config: Config, logTo?: LogOutput): Promise<FastifyInstance> {
  const server = Fastify({
    logger: {
      level: config.log_level,
      serializers: { err: describeError },
      ...(logTo && { stream: logTo }),
    },
    // platform/http/request-log.ts logs less: no URLs and no IP addresses.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    // Unique across restarts: users quote this id from a screen, and operators search weeks of logs for it.
    genReqId: () => randomUUID(),
    // The limit for anybody; endpoints that need a session accept more after it is checked.
    bodyLimit: anonymousBodyMaxBytes,
    // Node has one limit for all requests; `cutWhenSlow` applies the shorter one.
    requestTimeout: uploadTimeoutMs,
    http: { headersTimeout: requestTimeoutMs },
    // Only this number of proxies in front of us may set the client's IP address.
    trustProxy: (_address: string, hop: number) => hop < config.trust_proxy,
    forceCloseConnections: 'idle',
    // While the server closes, requests on open connections are answered like all others, and their connections close.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // A URL that is too long or cannot be decoded is refused before routing.
    frameworkErrors: (error, request, reply) => {
      startRequest(request, reply);
      return answerError(error, request, reply.headers(withoutHelmet));
    },
    // The contract's schemas check requests, so Fastify's own compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
  });
  // We read JSON only; a form on another site cannot send it without a preflight.
  server.removeContentTypeParser('text/plain');
  server.decorateRequest('userId', null);
  server.decorateRequest('errorCode', null);
  const sameForAll = securityHeaders(config);
  server.addHook('onRequest', (request, reply, done) => {
    startRequest(request, reply);
    reply.headers(sameForAll);
    cutWhenSlow(request);
    done();
  });
  await server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  server.addHook('preClose', async () => {
    // A connection that has an answer now would keep the server from closing until its client closes it.
    server.server.keepAliveTimeout = closingKeepAliveMs;
    server.server.closeIdleConnections();
    await untilAllAreAccepted();
    server.server.close();
  });
  server.setErrorHandler(answerError);
  if (config.is_local) server.addHook('onRequest', refuseOtherHosts(config));
  return server;
}

/**
 * Closing resets the connections that are not accepted yet, and a proxy does not repeat a change that it has sent. Each turn
 * of the event loop accepts all; after one without other work none is left.
 */
async function untilAllAreAccepted(): Promise<void> {
  // A turn that has begun may have accepted already.
  await nextTurn();
  const until = performance.now() + shortTurnWithinMs;
  let since: number;
  do {
    since = performance.now();
    await nextTurn();
  } while (performance.now() - since >= shortTurnMs && since < until);
}

interface LogOutput {
  write(line: string): void;
}

/** Runs before anything can refuse the request. */
function startRequest(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  logWhenOver(request, reply);
}

/** Users may take longer for a file. */
function cutWhenSlow(request: FastifyRequest): void {
  const { headers, raw } = request;
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
  const slow = setTimeout(() => {
    const sendsFile = request.routeOptions.config.takesFile && request.userId !== null;
    if (!raw.complete && !sendsFile) raw.destroy();
  }, requestTimeoutMs);
  slow.unref();
  raw.once('close', () => clearTimeout(slow));
}

/** For requests refused before routing, which do not reach the hook that sets ours. */
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
  // Of an answer that failed before its first byte, which Fastify has given to Node already.
  for (const name of ['content-encoding', 'content-disposition']) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  if (answer.retry_after_seconds !== undefined) reply.header('retry-after', answer.retry_after_seconds);
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

/** Null for a bug. */
function toApiError(error: FastifyError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ApiError('too_large', `The request is larger than ${bodyLimitOf(request)}.`);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('unsupported_media_type', 'Send JSON.');
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('malformed_request', 'The URL cannot be read.');
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('malformed_request', 'The request cannot be read. Send well-formed JSON.');
  }
  return asUnavailable(error);
}

function bodyLimitOf({ routeOptions }: FastifyRequest): string {
  const bytes = routeOptions.bodyLimit ?? anonymousBodyMaxBytes;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1024)} KB` : `${bytes / 1_000_000} MB`;
}

/** A missing path with a file extension is a missing file. */
const forPrograms = /^\/(api|auth|metrics|healthz|readyz|assets)(\/|$)|\.\w+$/;
/** Pages whose paths look like those. */
const pagePaths: ReadonlySet<string> = new Set([pagePath, confirmPath, companyCallbackPath]);

/**
 * A browser that opens an unknown path gets the app, which shows 'Page not found'; all else gets a problem. The page
 * contains the result of `readAppConfig`, the manifest the names.
 */
export async function serveWebApp(
  server: FastifyInstance,
  names: Pick<AppConfig, 'product_name' | 'product_description'>,
  readAppConfig: () => Promise<AppConfig>,
): Promise<void> {
  const isBuilt = existsSync(webFolder);
  if (isBuilt) {
    await server.register(staticFiles, {
      root: webFolder,
      preCompressed: true,
      // Compressed files are sent instead of the originals where accepted, but have no URL of their own.
      allowedPath: (path) => !/\.(br|gz)$/i.test(path),
      index: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    server.get(manifestPath, async (_request, reply) => {
      const manifest = await readFile(`${webFolder}${manifestPath}`, 'utf8');
      return reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json')
        .send(namedManifest(manifest, names));
    });
  }
  // The page always needs the configuration, so neither the folder nor the file is sent as it is.
  for (const url of ['/', pagePath])
    server.route({ method: ['GET', 'HEAD'], url, handler: (_request, reply) => reply.callNotFound() });
  server.setNotFoundHandler(async (request, reply) => {
    const accepts = request.headers.accept ?? '*/*';
    const wantsPage = ['GET', 'HEAD'].includes(request.method) && /text\/html|\*\/\*/.test(accepts);
    const path = request.url.split('?')[0] ?? '';
    const isOurs = pagePaths.has(path) || !forPrograms.test(path);
    if (isBuilt && wantsPage && isOurs) {
      const config = await readAppConfig().catch((error: unknown) => {
        logFault(request.log, error, 'the page is served without configuration');
        return null;
      });
      const page = withConfig(await readFile(`${webFolder}${pagePath}`, 'utf8'), config);
      // Never stored: its contents change, and its URL may contain the token of an emailed link.
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
    }
    throw new ApiError('not_found', 'There is nothing at this address.', { failure: 'Not found' });
  });
}

/**
 * Computed once. helmet's plugin for Fastify builds the policy for each request, which was a fifth of the memory of a
 * small one (decision 15).
 */
function securityHeaders(config: Config): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(helmetOptions(config))(answer.req, answer, () => {});
  return answer.getHeaders();
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
