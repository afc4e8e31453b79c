import * as z from 'zod';
import type { Endpoint, ServerPart } from '../../../contract/http/endpoint.ts';
import { problem } from '../../../contract/http/problem.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document of `/api`, generated from the contract. */
export function openApiDocument(endpoints: readonly Endpoint[], title: string, version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(endpoint: Endpoint) {
  const { summary, params, query, body, response } = serverPartOf(endpoint);
  const problemAnswer = {
    description: `"${endpoint.failure}", with the reason`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    summary,
    description: `Requires: ${endpoint.permission}`,
    security: endpoint.permission === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(endpoint.upload && {
      requestBody: { required: true, content: { 'text/csv': {}, 'application/octet-stream': {} } },
    }),
    responses: {
      ...(endpoint.download && {
        200: { description: 'A file', content: { [endpoint.download]: { schema: { type: 'string' } } } },
      }),
      ...(response
        ? {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: schemaOf(response, 'output') } },
            },
          }
        : !endpoint.download && { 204: { description: 'Done' } }),
      default: problemAnswer,
    },
  };
}

function parameters(schema: ServerPart['params'], place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: member,
  }));
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
