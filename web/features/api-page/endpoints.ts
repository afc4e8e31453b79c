import type {
  ApiContent,
  ApiDocument,
  ApiOperation,
  ApiParameter,
  JsonSchema,
} from '../../../contract/http/api-document.ts';
import { type Field, fieldsOf, formOf } from './fields.ts';

export interface Refusal {
  status: string;
  code: string;
  meaning: string;
}

export interface DescribedEndpoint extends Pick<ApiOperation, 'summary' | 'security'> {
  /** 'get-api-users', by which a link leads to it. */
  id: string;
  feature: string;
  method: string;
  /** '/api/users/{id}' */
  path: string;
  permission: string;
  parameters: ApiParameter[];
  /** By where they stand: 'Path', 'Query', 'Header', 'Body'. */
  fields: Record<string, Field[]>;
  /** The type and an example of what is sent and what comes back. */
  body: Sample | null;
  answer: Sample | null;
  refusals: Refusal[];
  /** In lower case. */
  words: string;
}

export interface Sample {
  type: string;
  schema: JsonSchema;
  example: unknown;
}

/** By feature, each in the order of the document. */
export function endpointsOf({ paths, components }: ApiDocument): DescribedEndpoint[] {
  const refusalsOf = (responses: ApiOperation['responses']) =>
    Object.keys(responses).flatMap((status) =>
      Object.entries(components.responses[status]?.['x-codes'] ?? {}).map(([code, meaning]) => ({
        status,
        code,
        meaning,
      })),
    );
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...describe(method.toUpperCase(), path, operation),
        refusals: refusalsOf(operation.responses),
      })),
    )
    .sort((a, b) => a.feature.localeCompare(b.feature));
}

function describe(method: string, path: string, operation: ApiOperation) {
  const { tags, summary, security, parameters = [], requestBody, responses } = operation;
  const body = sampleOf(requestBody);
  const fields = {
    Path: parametersIn('path', parameters),
    Query: parametersIn('query', parameters),
    Header: parametersIn('header', parameters),
    Body: body ? fieldsOf(body.schema) : [],
  };
  const names = Object.values(fields).flatMap((some) => some.map(({ name }) => name));
  const feature = tags[0] ?? '';
  return {
    ...{
      id: `${method}${path}`
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/-$/, ''),
    },
    ...{ feature, method, path, summary, security, permission: operation['x-permission'] },
    ...{ parameters, fields, body, answer: sampleOf(responses[200]) },
    words: [method, path, summary, feature, ...names].join(' ').toLowerCase(),
  };
}

function parametersIn(place: ApiParameter['in'], parameters: ApiParameter[]): Field[] {
  return parameters
    .filter((one) => one.in === place)
    .map(({ name, required, description, schema }) => ({
      name,
      required,
      description,
      form: formOf(schema),
    }));
}

function sampleOf(part: { content?: ApiContent } | { $ref: string } | undefined): Sample | null {
  const content = part && 'content' in part ? part.content : {};
  const [first] = Object.entries(content ?? {});
  if (!first) return null;
  const [type, { schema = {}, example, examples = {} }] = first;
  return { type, schema, example: example ?? Object.values(examples)[0]?.value };
}

/** Has each word, in its path, its summary, its feature or its fields. */
export function isFound({ words }: DescribedEndpoint, q: string): boolean {
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}
