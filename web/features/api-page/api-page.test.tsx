import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiDocument, ApiOperation } from '../../../contract/http/api-document.ts';
import { getApiDocument } from '../../../contract/settings.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { fieldsOf, formOf } from './fields.ts';

const both: ApiOperation['security'] = [{ session: [] }, { token: [] }];
const done = { 204: { description: 'Done' }, 409: { $ref: '#/components/responses/409' } };

const apiDocument: ApiDocument = {
  paths: {
    '/api/users/{id}': {
      patch: {
        ...{ tags: ['Users'], summary: 'Edit a user', 'x-permission': 'users.update', security: both },
        parameters: [
          {
            ...{ name: 'id', in: 'path', required: true, description: 'The id of the row' },
            ...{ schema: { type: 'string', format: 'uuid' }, example: '5f0c' },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  full_name: { type: 'string', minLength: 1, maxLength: 200, description: 'All of it' },
                },
                required: ['full_name'],
              },
              example: { full_name: "Pat O'Brien" },
            },
          },
        },
        responses: done,
      },
    },
    '/api/profile/sessions': {
      get: {
        ...{ tags: ['Profile'], summary: 'Own sessions', 'x-permission': 'signed_in', parameters: [] },
        ...{ security: [{ session: [] }], responses: { 200: { description: 'Done' } } },
      },
    },
    '/api/imports': {
      post: {
        ...{ tags: ['Imports'], summary: 'Read a file', 'x-permission': 'signed_in', security: both },
        parameters: [
          {
            ...{ name: 'name', in: 'query', required: true, description: 'Of the file' },
            ...{ schema: { type: 'string' }, example: 'all users.csv' },
          },
        ],
        requestBody: {
          required: true,
          content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: { 200: { description: 'A file', content: { 'text/csv': { example: 'Id\n1\n' } } } },
      },
    },
  },
  components: { responses: { 409: { 'x-codes': { email_taken: 'Another user has the email' } } } },
};

async function openPage(path = '/settings/api') {
  const server = new FakeServer();
  server.answer(getApiDocument, apiDocument);
  const opened = await openApp(path, { server, signedInAs: profileWith([]) });
  return { ...opened, search: await screen.findByRole('searchbox') };
}

const shown = () =>
  screen.queryAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);

test('endpoints are grouped by feature, and found by path, words and names of fields', async () => {
  const { user, search } = await openPage();
  await screen.findByText('3 endpoints');
  const features = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(features).toEqual(['Imports', 'Profile', 'Users']);
  for (const [text, found] of [
    ['patch users', 'PATCH/api/users/{id}Edit a user'],
    ['FULL_name', 'PATCH/api/users/{id}Edit a user'],
    ['own sess', 'GET/api/profile/sessionsOwn sessions'],
  ] as const) {
    await user.clear(search);
    await user.type(search, text);
    expect(await screen.findByText('1 endpoint')).toBeTruthy();
    expect(shown()).toContain(found);
  }
  await user.type(search, ' nowhere');
  await screen.findByText('No endpoint has these words');
});

test('an open endpoint says permission, fields with limits, errors, and a line for a shell', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: /^PATCH/ }));
  const { textContent } = screen.getByRole('region', { name: 'Users' });
  expect(textContent).toContain('Needs users.update (Edit users). API tokens may, too.');
  expect(textContent).toContain('id requiredThe id of the rowUUID');
  expect(textContent).toContain('full_name requiredAll of ittext, 1 to 200 characters');
  expect(textContent).toContain('409email_taken Another user has the email');
  expect(textContent).toContain(
    `curl -sS -X PATCH '${location.origin}/api/users/5f0c' -H "authorization: Bearer $CANOPY_TOKEN" ` +
      `-H 'content-type: application/json' -d '{"full_name":"Pat O'\\''Brien"}'`,
  );
});

test('a file is sent as one, and saved as one', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: /^POST/ }));
  const line = screen.getByText(/^curl/).textContent;
  expect(line).toContain(`'${location.origin}/api/imports?name=all%20users.csv'`);
  expect(line).toMatch(/-H 'content-type: text\/csv' --data-binary @file -o imports$/);
});

test('an endpoint that no token may call has no line with a token', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: /sessions/ }));
  within(screen.getByRole('region', { name: 'Profile' })).getByText(/API tokens may not\./);
  expect(screen.queryByText(/CANOPY_TOKEN/)).toBeNull();
});

test('a link opens its endpoint, and a press closes it', async () => {
  const { user } = await openPage('/settings/api#get-api-profile-sessions');
  const row = await screen.findByRole('button', { name: /sessions/, expanded: true });
  await user.click(row);
  expect(shown()).toHaveLength(3);
});

test('a failure is said, and tried again', async () => {
  const server = new FakeServer();
  server.refuse(getApiDocument, 'unavailable', 'The database is busy.');
  const { user } = await openApp('/settings/api', { server, signedInAs: profileWith([]) });
  await screen.findByText(/Failed to load the description of the API/);
  server.answer(getApiDocument, apiDocument);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('3 endpoints');
});

test.each([
  [{ anyOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }] }, 'text, at most 40 characters, or null'],
  [{ type: ['string', 'null'] }, 'text, or null'],
  [{ type: 'string', enum: [',', '\t'] }, 'one of ,, tab'],
  [{ type: 'string', pattern: '^[A-Z]{2}$' }, 'text in the form ^[A-Z]{2}$'],
  [{ type: 'integer', minimum: 1, maximum: 1000, default: 100 }, 'whole number, 1 to 1,000; 100 without it'],
  [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 0'],
  [
    { type: 'array', maxItems: 20_000, items: { type: 'string', format: 'uuid' } },
    'list of UUID, at most 20,000',
  ],
])('formOf(%o) is "%s"', (schema, words) => {
  expect(formOf(schema)).toBe(words);
});

test('fieldsOf names the members of inner objects and of all variants', () => {
  const act = (name: string, more = {}) => ({
    ...{ type: 'object', required: ['act'], properties: { act: { const: name }, ...more } },
  });
  const rows = { type: 'array', items: act('x', { id: { type: 'string' } }) };
  const schema = {
    properties: { act: { oneOf: [act('close', { on: { type: 'string' } }), act('open')] }, rows },
  };
  const fields = fieldsOf(schema).map(({ name, required, form }) => `${name} ${required} ${form}`);
  expect(fields).toEqual([
    'act false object',
    'act.act true one of close, open',
    'act.on false text',
    'rows false list of object',
    'rows[].act true x',
    'rows[].id false text',
  ]);
});
