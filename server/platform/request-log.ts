import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user for the log line, set as soon as the session or sign-in is known. */
    userId: string | null;
    /** The code of the answered error, for the log line. */
    errorCode: string | null;
  }
}

/** The message of the line of a request. */
export const requestMessage = 'request';

/**
 * Logs one line when a request is over, even if the client disconnected. It contains the route's pattern, never the
 * URL, which may contain ids, emails and tokens of links. Successful health probes are logged at debug level, because
 * they come every few seconds.
 */
export function logWhenOver(request: FastifyRequest, reply: FastifyReply): void {
  const begun = performance.now();
  reply.raw.once('close', () => {
    const { method, userId, errorCode } = request;
    const route = request.routeOptions.url ?? null;
    const status = reply.raw.statusCode;
    const isProbe = route !== null && probes.has(route) && status < 400;
    request.log[isProbe ? 'debug' : 'info'](
      {
        method,
        route,
        status,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        user: userId,
        ...(errorCode !== null && { code: errorCode }),
        ...(!reply.raw.writableFinished && { aborted: true }),
      },
      requestMessage,
    );
  });
}

const probes = new Set(['/healthz', '/readyz', '/auth/v1/health']);

interface DescribedError {
  [member: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/**
 * The parts of an error that are logged. Drivers add other members with rows, statements and packets, which may
 * contain emails and tokens.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutEmails(String(error)), stack: '' };
  const { name, cause } = error;
  const [message, stack] = [error.message, error.stack ?? ''].map(withoutEmails) as [string, string];
  const { code, errcode, constraint } = error as Error & Record<'code' | 'errcode' | 'constraint', unknown>;
  // Members without a value are left out of the line.
  return {
    ...{ type: name, message, code, errcode, constraint, stack },
    cause: cause === undefined ? undefined : describeError(cause),
  };
}

/** Removes emails from other programs' messages, for example of a mail server that repeats the recipient. */
export function withoutEmails(text: string): string {
  return text.replace(/[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu, '<email>');
}
