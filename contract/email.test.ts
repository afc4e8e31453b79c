import { expect, test } from 'vitest';
import { email } from './fields.ts';

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
])('an address that a mail server may have given out is taken: %s', (address) => {
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
])('a second spelling of a mailbox is no address: %s', (_what, address) => {
  const { error } = email.safeParse(address);
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Please enter a valid email address']);
});
