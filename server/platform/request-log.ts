import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, for the log: set as soon as a session or a sign-in tells. */
    userId: string | null;
    /** The code of the error that was answered, for the log. */
    errorCode: string | null;
  }
}

/**
 * Logs one line when the request is over, also when its reader went away. It names the pattern of the route and never
 * the address: that may hold ids, emails and the tokens of mailed links. Health probes come every few seconds and are
 * logged at debug level while all is well.
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
      'request',
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
 * What the log keeps of an error. The other members, which drivers add, hold rows, statements and packets, and so
 * emails and tokens.
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

/** What others say in their errors, such as a mail server that repeats the recipient. */
export function withoutEmails(text: string): string {
  return text.replace(/[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/gu, '<email>');
}
