import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as the session or sign-in is known. */
    userId: string | null;
    /** The code of the answered error. */
    errorCode: string | null;
  }
}

export const requestMessage = 'request';

/**
 * Also when the client disconnected. Has the route's pattern, never the URL, which may contain ids, emails and tokens.
 * Successful probes come every few seconds, so they are at debug level.
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

/** Drivers add members with rows, statements and packets, which may contain emails and tokens. */
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

/** For example, a mail server repeats the recipient. */
export function withoutEmails(text: string): string {
  return text.replace(/[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu, '<email>');
}
