import * as z from 'zod';
import type { Endpoint, ServerPart } from '../../../contract/http/endpoint.ts';
import { isForTokens } from '../../../contract/http/for-tokens.ts';
import { problem } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { exampleOf, type JsonSchema, type Words } from './examples.ts';

interface Described {
  endpoints: readonly Endpoint[];
  title: string;
  version: string;
  url: string;
  examples: Examples;
  others: Record<string, Record<string, unknown>>;
}

export interface Example {
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** By method and path: 'PATCH /api/users/:id'. All others are made of schemas and words. */
interface Examples {
  requests: Readonly<Record<string, Example>>;
  /** Of uploads, downloads and streams. */
  files: Readonly<Record<string, string>>;
  words: Words;
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
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'cnp_…', description: 'An API token' },
      },
    },
  };
}

function operation(endpoint: Endpoint, { requests, files, words }: Examples) {
  const name = `${endpoint.method} ${endpoint.path}`;
  const example: Example = requests[name] ?? {};
  const { summary, params, query, body, response } = serverPartOf(endpoint);
  const [, , collection = ''] = endpoint.path.split('/');
  const make = (schema: JsonSchema, name = collection) => exampleOf(schema, words, name, collection);
  const problemAnswer = {
    description: `"${endpoint.failure}", with the reason`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    summary,
    description: `Requires: ${endpoint.permission}`,
    security: securityOf(endpoint),
    parameters: [...parameters(params, 'path', make), ...parameters(query, 'query', make, example.query)],
    ...(body && {
      requestBody: { required: true, content: jsonOf(body, 'input', make, example.body) },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: { [typeOf(files[name])]: { example: files[name] }, 'application/octet-stream': {} },
      },
    }),
    responses: {
      ...answerOf(endpoint, response, make, files[name]),
      default: problemAnswer,
    },
  };
}

function securityOf(endpoint: Endpoint): object[] {
  if (endpoint.permission === 'anyone') return [];
  return [{ session: [] }, ...(isForTokens(endpoint) ? [{ token: [] }] : [])];
}

type Make = (schema: JsonSchema, name?: string) => unknown;

function answerOf(
  { stream, download }: Endpoint,
  response: ServerPart['response'],
  make: Make,
  example?: string,
) {
  const text = { schema: { type: 'string' }, example };
  if (stream) return { 200: { description: 'Server-sent events', content: { 'text/event-stream': text } } };
  if (download) return { 200: { description: 'A file', content: { [download]: text } } };
  if (response) return { 200: { description: 'Done', content: jsonOf(response, 'output', make) } };
  return { 204: { description: 'Done' } };
}

function jsonOf(schema: z.core.$ZodType, io: 'input' | 'output', make: Make, example?: unknown) {
  const json = jsonSchemaOf(schema, io);
  return { 'application/json': { schema: json, example: example ?? make(json) } };
}

const typeOf = (file = '') => (file.startsWith('<') ? 'text/xml' : 'text/csv');

/** Those that may be left out have an example where one is named. */
function parameters(
  schema: ServerPart['params'],
  place: 'path' | 'query',
  make: Make,
  example: Example['query'] = {},
) {
  if (!schema) return [];
  const { properties = {}, required: names = [] } = jsonSchemaOf(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...member }]) => {
    const required = names.includes(name);
    const shown = example[name] ?? (required ? make(member, name) : undefined);
    return { name, in: place, required, description, schema: member, example: shown };
  });
}

export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}
