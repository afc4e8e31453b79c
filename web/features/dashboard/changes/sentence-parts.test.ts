import { expect, test } from 'vitest';
import { partsOf } from './recent-changes-card.tsx';

const named = (sentence: string, actor: string, subject: string) =>
  partsOf({ sentence, actor: { id: 'a', name: actor }, subject: { type: 'user', id: 's', name: subject } });

test.each([
  ['Ada added Bo at Mill', 'Ada', 'Bo', ['Ada', ' added ', 'Bo', ' at Mill']],
  ['Ada edited their own profile', 'Ada', 'Ada', ['Ada', ' edited their own profile', '', '']],
  ['Bo joined by signing up', 'Bo', 'Bo', ['Bo', ' joined by signing up', '', '']],
  ['Bo accepted the invitation', 'Nobody', 'Bo', ['', '', 'Bo', ' accepted the invitation']],
  ['Something happened', '', '', ['', 'Something happened', '', '']],
])('partsOf cuts “%s” at the names', (sentence, actor, subject, parts) => {
  const { before, after, ...names } = named(sentence, actor, subject);
  expect([names.actor, before, names.subject, after]).toEqual(parts);
});
