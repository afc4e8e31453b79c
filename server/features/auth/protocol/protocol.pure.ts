import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, asUnavailable } from '../../../platform/http/errors.ts';
import { AuthError, apiVersion, apiVersionHeader, errorBody, isCurrentVersion } from './auth-error.pure.ts';

/** Null for a bug. */
export function toAuthError(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error;
  // An error of another feature that ran inside one of our transactions.
  if (error instanceof ApiError && error.status < 500) {
    return new AuthError('conflict', error.message, { status: error.status });
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AuthError('request_entity_too_large', 'The request is larger than 32 KB.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AuthError('unsupported_media_type', 'Send JSON.');
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AuthError('bad_json', 'Could not read the request as JSON.');
  }
  const fault = error instanceof ApiError ? error : asUnavailable(error);
  if (!fault) return null;
  return new AuthError('service_unavailable', fault.message, { retry_after_seconds: 2 });
}

/** The details are only in the log. */
export function unexpectedFailure(): AuthError {
  return new AuthError('unexpected_failure', 'Something went wrong on the server.');
}

/** The client cannot read an error in another form. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toAuthError(thrown);
  if (!known) request.log.error({ err: thrown, route: request.routeOptions.url }, 'a sign-in request failed');
  const error = known ?? unexpectedFailure();
  request.errorCode = error.code;
  if (error.retry_after_seconds) reply.header('retry-after', String(error.retry_after_seconds));
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(error, request.headers[apiVersionHeader]));
}

/** The client trusts `code` only together with this header (auth protocol, section 1). */
export async function echoVersion(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isCurrentVersion(request.headers[apiVersionHeader])) reply.header(apiVersionHeader, apiVersion);
}

/** Also accepts an empty body, because the client sets the content type even without a body. */
export function readJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}
