import * as z from 'zod';
import type {
  ApiDocument,
  ApiOperation,
  ApiParameter,
  JsonSchema,
} from '../../../contract/http/api-document.ts';
import type { Endpoint, ServerPart } from '../../../contract/http/endpoint.ts';
import { type ProblemCode, problemStatus } from '../../../contract/http/errors.ts';
import { isForTokens } from '../../../contract/http/for-tokens.ts';
import { problem } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { exampleOf, type Words } from './examples.ts';

interface Described {
  endpoints: readonly Endpoint[];
  title: string;
  version: string;
  url: string;
  examples: Examples;
  words: {
    problems: Readonly<Record<ProblemCode, string>>;
    /** Of the first part of a path: 'access-list'. */
    featureOf(collection: string): string;
  };
  others: ApiDocument['paths'];
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

export function openApiDocument({ endpoints, title, version, url, examples, words, others }: Described) {
  const paths: ApiDocument['paths'] = { ...others };
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const described = { tags: [words.featureOf(collectionOf(endpoint))], ...operation(endpoint, examples) };
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url }],
    paths,
    components: {
      schemas: { Problem: problemSchema() },
      responses: refusals(words.problems),
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'cnp_…', description: 'An API token' },
      },
    },
  };
}

const collectionOf = ({ path }: Endpoint) => path.split('/')[2] ?? '';

function operation(endpoint: Endpoint, { requests, files, words }: Examples): Omit<ApiOperation, 'tags'> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const example: Example = requests[name] ?? {};
  const { summary, params, query, body, response } = serverPartOf(endpoint);
  const collection = collectionOf(endpoint);
  const make = (schema: JsonSchema, name = collection) => exampleOf(schema, words, name, collection);
  const refused = statusesOf(endpoint).map((status) => [status, { $ref: refusalPath + status }]);
  return {
    summary,
    description: `Requires: ${endpoint.permission}`,
    'x-permission': endpoint.permission,
    security: securityOf(endpoint),
    parameters: [
      ...parameters(params, 'path', make),
      ...parameters(query, 'query', make, example.query),
      ...(endpoint.ifMatch ? [ifMatch] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: jsonOf(body, 'input', make, example.body) },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        content: {
          [typeOf(files[name])]: { schema: file, example: files[name] },
          'application/octet-stream': { schema: file },
        },
      },
    }),
    responses: { ...answerOf(endpoint, response, make, files[name]), ...Object.fromEntries(refused) },
  };
}

const ifMatch: ApiParameter = {
  ...{ name: 'if-match', in: 'header', required: false, schema: { type: 'string' } },
  description: 'The `updated_at` that was read, in quotes. The change is refused if somebody else was faster',
  example: '"2026-11-20T14:30:00.000Z"',
};

const refusalPath = '#/components/responses/';

/** With which it may be refused, beside the method and the name of the server. */
function statusesOf(endpoint: Endpoint): number[] {
  const { params, body } = serverPartOf(endpoint);
  const hasBody = body || endpoint.upload;
  return [
    400,
    ...(endpoint.permission === 'anyone' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(endpoint.method === 'GET' ? [] : [409]),
    ...(endpoint.ifMatch ? [412] : []),
    ...(hasBody ? [413, 415] : []),
    ...[429, 500, 503],
  ];
}

function refusals(problems: Described['words']['problems']) {
  const codes = Object.keys(problems) as ProblemCode[];
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const refusalOf = (status: number) => {
    const own = codes.filter((code) => problemStatus[code] === status);
    return {
      description: own.map((code) => `\`${code}\`: ${problems[code]}`).join('. '),
      'x-codes': Object.fromEntries(own.map((code) => [code, problems[code]])),
      content,
    };
  };
  return Object.fromEntries(Object.values(problemStatus).map((status) => [status, refusalOf(status)]));
}

function problemSchema(): JsonSchema {
  const { properties = {}, ...rest } = jsonSchemaOf(problem, 'output');
  const code = { ...properties.code, enum: Object.keys(problemStatus) };
  return { ...rest, properties: { ...properties, code } };
}

function securityOf(endpoint: Endpoint): ApiOperation['security'] {
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
  const text = { schema: { type: 'string' }, ...(example !== undefined && { example }) };
  if (stream) return { 200: { description: 'Server-sent events', content: { 'text/event-stream': text } } };
  if (download) return { 200: { description: 'A file', content: { [download]: text } } };
  if (response) return { 200: { description: 'Done', content: jsonOf(response, 'output', make) } };
  return { 204: { description: 'Done' } };
}

function jsonOf(schema: z.core.$ZodType, io: 'input' | 'output', make: Make, example?: unknown) {
  const json = jsonSchemaOf(schema, io);
  return { 'application/json': { schema: json, example: example ?? make(json) } };
}

const file: JsonSchema = { type: 'string', format: 'binary' };

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
