import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { recoveryCode } from '../auth/second-factor.ts';
import { searchOf } from '../lists/search-key.ts';
import { emailKey } from './email-key.ts';
import { email, line } from './fields.ts';
import { emailMaxLength } from './limits.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  'maria@northline.example',
  "o'brien+night.shift_2%&x@mail.northline.example",
  'zoë@bücher.example',
  'zoë@xn--bcher-kva.example',
  '田中@例え.jp',
  'мария@пошта.укр',
  'ελένη@οδός.gr',
  'user@fußball.example',
  'สมชาย@น้ำ.ไทย',
  'दीपक@उदाहरण.भारत',
  'a..b.@docomo.example',
  'MARIA@Northline.EXAMPLE',
  '-@1.example',
])('email takes an address that a mail server may have given out: %s', (address) => {
  expect(email.parse(` ${address} `)).toBe(address);
});

test.each([
  ['a comment', 'victim(1)@northline.example'],
  ['a comment after it', 'victim@northline.example(2)'],
  ['a group', 'x:victim@northline.example'],
  ['a list', 'x;victim@northline.example'],
  ['an end of a group', 'victim@northline.example;'],
  ['a list by commas', 'x@y.example,victim@northline.example'],
  ['a name in front', 'x<victim@northline.example>'],
  ['quotes', '"victim"@northline.example'],
  ['an escape', 'vic\\tim@northline.example'],
  ['a route', '@x.example:victim@northline.example'],
  ['a number for the domain', 'victim@[127.0.0.1]'],
  ['wide letters in the domain', 'victim@ｎorthline.example'],
  ['a ligature in the domain', 'victim@oﬃce.example'],
  ['another dot in the domain', 'victim@northline。example'],
  ['another dot behind a dot', 'victim@mail.northline．example'],
  ['a soft hyphen in the domain', 'victim@north\u00ADline.example'],
  ['a joiner that nobody sees', 'vic\u034Ftim@northline.example'],
  ['a variation of a letter', 'victim@northline\uFE0F.example'],
  ['a space of no width', 'vic\u200Btim@northline.example'],
])('email refuses a second spelling of a mailbox: %s', (_what, address) => {
  const { error } = email.safeParse(address);
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Please enter a valid email address']);
});

/** Many marks on one letter: the time to sort them grows with the square of their number. */
const marks = '\u0300\u0323'.repeat(10_000);

test.each<[string, (typed: string) => unknown]>([
  ['an email with a long domain', (typed) => email.safeParse(`a@b${typed}.example`).success],
  ['an email with a long name', (typed) => email.safeParse(`${typed}@b.example`).success],
  ['a long recovery code', (typed) => recoveryCode.safeParse(typed).success],
])('%s is refused when it is too long, before it is normalized', (_what, parse) => {
  const normalized = watchNormalize();
  expect(parse(marks)).toBe(false);
  expect(normalized()).toEqual([]);
});

test('line checks no other rule for a text that is too long', () => {
  const rule = vi.fn(() => true);
  expect(line(5, z.refine<string>(rule)).safeParse('123456').success).toBe(false);
  expect(rule).not.toHaveBeenCalled();
  expect(line(5, z.refine<string>(rule)).safeParse(' 12345 ').success).toBe(true);
  expect(rule).toHaveBeenCalledOnce();
});

test('searchOf normalizes only the beginning of a long search', () => {
  const normalized = watchNormalize();
  searchOf('é'.repeat(10_000));
  expect(Math.max(...normalized())).toBe(200);
});

test('email takes an address of the greatest length', () => {
  const name = 'm'.repeat(emailMaxLength - '@b.example'.length);
  expect(email.safeParse(`${name}@b.example`).success).toBe(true);
  const { error } = email.safeParse(`${name}m@b.example`);
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Must be at most 254 characters']);
});

test('email refuses an address whose lower case is too long', () => {
  const { error } = email.safeParse(`${'\u0130'.repeat(200)}@northline.example`);
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Must be at most 254 characters']);
  expect(() => emailKey(marks)).toThrow(RangeError);
});

test.each([
  ['case', 'MARIA@Northline.EXAMPLE', 'maria@northline.example'],
  ['an accent of its own', 'rene\u0301@northline.example', 'ren\u00E9@northline.example'],
  [
    'an accent that only the small letter has as one',
    'J\u030Co@northline.example',
    '\u01F0o@northline.example',
  ],
  ['two accents', '\u03AA\u0301@northline.example', '\u0390@northline.example'],
])('emailKey is the same for two emails that differ in %s', (_what, one, other) => {
  expect(emailKey(one)).toBe(emailKey(other));
  expect(emailKey(emailKey(one))).toBe(emailKey(one));
});

/** Returns a function that returns the lengths of the texts that were normalized since. */
function watchNormalize(): () => number[] {
  const spy = vi.spyOn(String.prototype, 'normalize');
  return () => spy.mock.contexts.map((text) => String(text).length);
}
