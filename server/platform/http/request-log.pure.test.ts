import { expect, test } from 'vitest';
import { describeError, withoutEmails } from './request-log.ts';

test('describeError keeps message, stack, codes and cause, and no members that drivers add', () => {
  const cause = Object.assign(new Error('inner'), { detail: 'Key (email)=(ada@northline.example)' });
  const error = Object.assign(new TypeError('duplicate key', { cause }), {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(ada@northline.example) already exists.',
    rawPacket: Buffer.from('Bearer geheim'),
    parameters: ['geheim'],
  });
  const result = JSON.stringify(describeError(error));
  expect(JSON.parse(result)).toEqual({
    type: 'TypeError',
    message: 'duplicate key',
    code: '23505',
    constraint: 'users_email_key',
    stack: error.stack,
    cause: { type: 'Error', message: 'inner', stack: cause.stack },
  });
  expect(result).not.toMatch(/geheim|northline/);
});

test.each([
  ['550 5.1.1 <Ada.Owner+x@mail.northline.example>: unknown', '550 5.1.1 <<email>>: unknown'],
  ["To: o'neil@bücher.example, b@c.de", 'To: <email>, <email>'],
  [
    'at file:///srv/node_modules/@fastify/static/index.js:1:2',
    'at file:///srv/node_modules/@fastify/static/index.js:1:2',
  ],
  ['nobody@localhost', 'nobody@localhost'],
])('withoutEmails changes %s to %s', (text, result) => {
  expect(withoutEmails(text)).toBe(result);
});
