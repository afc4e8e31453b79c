import * as z from 'zod';
import type { Endpoint, ServerPart } from '../../../contract/http/endpoint.ts';
import { problem } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';

type JsonSchema = Record<string, unknown>;

interface Described {
  endpoints: readonly Endpoint[];
  title: string;
  version: string;
  url: string;
  /** By method and path: 'PATCH /api/users/:id'. */
  examples: Readonly<Record<string, Example>>;
  others: Record<string, Record<string, unknown>>;
}

export interface Example {
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

export function openApiDocument({ endpoints, title, version, url, examples, others }: Described) {
  const paths: Record<string, Record<string, unknown>> = { ...others };
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, examples) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Problem: jsonSchemaOf(problem, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(endpoint: Endpoint, examples: Described['examples']) {
  const example = examples[`${endpoint.method} ${endpoint.path}`];
  const { summary, params, query, body, response } = serverPartOf(endpoint);
  const problemAnswer = {
    description: `"${endpoint.failure}", with the reason`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    summary,
    description: `Requires: ${endpoint.permission}`,
    security: endpoint.permission === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query', example?.query)],
    ...(body && {
      requestBody: { required: true, content: jsonOf(body, 'input', example?.body) },
    }),
    ...(endpoint.upload && {
      requestBody: { required: true, content: { 'text/csv': {}, 'application/octet-stream': {} } },
    }),
    responses: {
      ...answerOf(endpoint, response),
      default: problemAnswer,
    },
  };
}

function answerOf({ stream, download }: Endpoint, response: ServerPart['response']) {
  const text = { schema: { type: 'string' } };
  if (stream) return { 200: { description: 'Server-sent events', content: { 'text/event-stream': text } } };
  if (download) return { 200: { description: 'A file', content: { [download]: text } } };
  if (response) return { 200: { description: 'Done', content: jsonOf(response, 'output') } };
  return { 204: { description: 'Done' } };
}

function jsonOf(schema: z.core.$ZodType, io: 'input' | 'output', example?: unknown) {
  return {
    'application/json': { schema: jsonSchemaOf(schema, io), ...(example !== undefined && { example }) },
  };
}

function parameters(schema: ServerPart['params'], place: 'path' | 'query', example: Example['query'] = {}) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: member,
    ...(name in example && { example: example[name] }),
  }));
}

export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
