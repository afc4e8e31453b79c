import { authAnswer } from '../../../../contract/auth/auth-answers.ts';
import type { ApiDocument, JsonSchema } from '../../../../contract/http/api-document.ts';
import { jsonSchemaOf } from '../../../platform/http/openapi.ts';
import * as bodies from './bodies.schema.ts';

const id = '5f0c7b52-6a07-4d0e-8a6f-6f3f3c1f2b10';
const password = { email: 'script@example.com', password: 'correct horse' };

const refusal = {
  description: 'A refusal in the form of the protocol: `error_code` is stable, `msg` is a sentence',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { code: { type: 'integer' }, error_code: { type: 'string' }, msg: { type: 'string' } },
        required: ['code', 'error_code', 'msg'],
      },
    },
  },
};

const tags = ['Sign-in'];
const ofAnyone = { tags, 'x-permission': 'anyone', security: [] };
const ofUsers = { tags, 'x-permission': 'signed_in', security: [{ session: [] }] };

/** What a script needs of `/auth/v1`, for the OpenAPI document. docs/auth-protocol.md has all of it. */
export const signInPaths: ApiDocument['paths'] = {
  '/auth/v1/token': {
    post: {
      summary: 'Sign in with email and password, or continue a session with its refresh token',
      description:
        'The answer has an `access_token` for the header `Authorization: Bearer …`, which is valid for `expires_in` seconds, and a `refresh_token`, which is valid once.',
      ...ofAnyone,
      parameters: [
        {
          ...{ name: 'grant_type', in: 'query' as const, required: true },
          ...{ description: 'What the body has', example: 'password' },
          schema: { type: 'string', enum: ['password', 'refresh_token'] },
        },
      ],
      requestBody: body(
        { anyOf: [jsonSchemaOf(bodies.passwordGrantBody), jsonSchemaOf(bodies.refreshGrantBody)] },
        { password: { value: password }, refresh_token: { value: { refresh_token: 'mX3…' } } },
      ),
      responses: answers('POST', '/token'),
    },
  },
  '/auth/v1/factors/{id}/challenge': {
    post: {
      summary: 'Begin to enter the code of an authenticator app, for users with a second factor',
      ...ofUsers,
      parameters: [factor()],
      responses: answers('POST', `/factors/${id}/challenge`),
    },
  },
  '/auth/v1/factors/{id}/verify': {
    post: {
      summary: 'Enter the code; the answer is a session with the second factor',
      ...ofUsers,
      parameters: [factor()],
      requestBody: body(jsonSchemaOf(bodies.factorCodeBody), {
        code: { value: { challenge_id: id, code: '123456' } },
      }),
      responses: answers('POST', `/factors/${id}/verify`),
    },
  },
  '/auth/v1/logout': {
    post: {
      summary: 'Sign out: this session (`scope=local`), all others, or all',
      ...ofUsers,
      parameters: [
        {
          ...{ name: 'scope', in: 'query' as const, required: false },
          ...{ description: 'Which sessions end', example: 'local' },
          schema: { type: 'string', enum: ['global', 'local', 'others'], default: 'global' },
        },
      ],
      responses: { 204: { description: 'Done' }, default: refusal },
    },
  },
};

function factor() {
  const schema = { type: 'string', format: 'uuid' };
  const place = { name: 'id', in: 'path' as const };
  return { ...place, description: 'Of the second factor', required: true, schema, example: id };
}

function body(schema: JsonSchema, examples: Record<string, { value: unknown }>) {
  return { required: true, content: { 'application/json': { schema, examples } } };
}

function answers(method: string, path: string) {
  const schema = authAnswer(method, path);
  if (!schema) throw new Error(`${method} ${path} has no answer`);
  return {
    200: { description: 'Done', content: { 'application/json': { schema: jsonSchemaOf(schema, 'output') } } },
    default: refusal,
  };
}
