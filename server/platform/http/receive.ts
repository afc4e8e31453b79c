import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Received, ServerPart } from '../../../contract/http/endpoint.ts';
import type { FieldIssue } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { ApiError } from './errors.ts';

const nothing = z.strictObject({});

/**
 * Validates all parts before refusing, so that the client learns of every issue at once. Unknown parameters are
 * refused: one that is ignored would do something else than the client wanted.
 */
export function receive<E extends Endpoint>(endpoint: E, request: FastifyRequest): Received<E> {
  const schemas = serverPartOf(endpoint);
  const issues: FieldIssue[] = [];
  const parse = (schema: NonNullable<ServerPart['body']>, value: unknown) => {
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    for (const issue of result.error.issues)
      issues.push({ path: issue.path.join('.'), message: issue.message });
    return undefined;
  };
  const params = z.safeParse(schemas.params ?? z.unknown(), request.params);
  const query = parse(schemas.query ?? nothing, request.query);
  const body = endpoint.upload
    ? undefined
    : parse(schemas.body ?? z.optional(nothing), request.body ?? undefined);
  if (issues.length > 0) {
    throw new ApiError('validation_failed', issues.map((issue) => describe(issue)).join('. '), { issues });
  }
  // An id that is not a UUID is answered like an unknown one.
  if (!params.success) throw new ApiError('not_found', 'It does not exist, or is outside your locations.');
  return { params: params.data, query, body } as Received<E>;
}

/** Our own messages name their field. */
function describe({ path, message }: FieldIssue) {
  return path && /^(Required|Must|Contains|Invalid|Unknown)/.test(message) ? `${path}: ${message}` : message;
}

/** The version of `If-Match`; null makes the change unconditional. */
export function readIfMatch(request: FastifyRequest): string | null {
  const header = request.headers['if-match'];
  if (!header || header === '*') return null;
  return header.replace(/^W\//, '').replaceAll('"', '');
}
