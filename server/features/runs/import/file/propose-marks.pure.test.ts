import { expect, test } from 'vitest';
import { proposeMarks } from './propose-marks.pure.ts';

const kinds = { L: 'location_marks', R: 'role_marks' } as const;

/** The header of a column: a location, a role, neither, or one that means something else (E). A small letter has no X. */
function propose(headers: string) {
  const letters = [...headers];
  const mapping = letters.map((letter) => (letter === 'E' ? ('email' as const) : null));
  const marks = letters.map((letter) => (letter === '-' ? null : letter === letter.toUpperCase() ? 2 : 0));
  const kindOf = (index: number) => kinds[letters[index]?.toUpperCase() as 'L' | 'R'] ?? null;
  const proposed = proposeMarks(mapping, marks, kindOf);
  return proposed.map((column) => (column === null ? '-' : (column[0] ?? ''))).join('');
}

test.each([
  ['a grid of locations, also without an X in one of them', 'ELLl', 'elll'],
  ['a header beside them that is neither', 'EXLX', 'elll'],
  ['a column without an X that is neither', 'ELLx', 'ell-'],
  ['nothing apart from them', 'EX-L', 'e--l'],
  ['a grid of roles', 'ERRX', 'errr'],
  ['a single role', 'ERX', 'e--'],
  ['roles beside locations', 'ELRR', 'elrr'],
  ['one role beside locations', 'ELRX', 'el-l'],
  ['columns that are no grid', 'EXX', 'e--'],
])('proposeMarks proposes %s', (_, headers, expected) => {
  expect(propose(headers)).toBe(expected);
});
