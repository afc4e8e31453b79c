import { parse as parseQuery } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, Received, ServerPart } from '../../../contract/http/endpoint.ts';
import type { FieldIssue } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { ApiError, invalid } from './errors.ts';

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

/**
 * The query of a list's URL, read as the list's endpoint would: with a filter that is ignored, more rows would be selected
 * than the actor saw. @throws ApiError 400 that names `path`.
 */
export function readListQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: string,
  path: string,
): z.output<Schema> {
  const result = z.safeParse(schema, parametersOf(query, path));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `The list has no filter called ${issue.keys.join(', ')}`
      : `The list does not understand ${issue.path.join('.')}: ${issue.message}`,
  );
  throw invalid(...issues.map((message) => ({ path, message })));
}

/** A parameter that stands twice becomes a list, which no filter takes. */
function parametersOf(query: string, path: string): Record<string, string | string[]> {
  try {
    decodeURIComponent(query);
  } catch {
    throw invalid({ path, message: 'The query of the list contains a % without a code' });
  }
  return { ...parseQuery(query, '&', '=', { maxKeys: 0 }) } as Record<string, string | string[]>;
}
