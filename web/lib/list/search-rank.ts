import { numberKey, type Search, type Searched, searchOf } from '../../../contract/lists/search-key.ts';

/** A row that a search found, with the number by which users name it. */
export type Ranked = Searched & ({ number: string | null } | { employee_number: string | null });

/** Smaller comes first. */
const ranks = { number: 0, words: 1, beginnings: 2, parts: 3 } as const;

export function numberOf(row: Ranked): string | null {
  return 'number' in row ? row.number : row.employee_number;
}

/**
 * The rows with the best match first: the exact number, whole words, beginnings of words, parts; equal ones by the
 * beginning of their key, which is the name. `first` are the ids that come before all but the exact number. With
 * `most`, only so many of the best are returned, without sorting all others.
 */
export function inRank<Row extends Ranked & { id: string }>(
  rows: readonly Row[],
  text: string,
  { first, most = rows.length }: { first?: ReadonlySet<string>; most?: number } = {},
): Row[] {
  const search = searchOf(text);
  const number = numberKey(text) ?? '';
  const placed = rows.map((row) => {
    const rank = rankOf(row, search, number);
    return { row, rank: rank !== ranks.number && first && !first.has(row.id) ? rank + ranks.parts : rank };
  });
  if (most >= placed.length) return placed.sort(compare).map(({ row }) => row);
  const best: typeof placed = [];
  for (const one of placed) {
    const last = best.at(-1);
    if (best.length >= most && (!last || compare(one, last) >= 0)) continue;
    const place = best.findIndex((other) => compare(one, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, one);
    if (best.length > most) best.pop();
  }
  return best.map(({ row }) => row);
}

interface Placed {
  row: Searched;
  rank: number;
}

function compare(a: Placed, b: Placed): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  const [nameOfA, nameOfB] = [nameIn(a.row.key), nameIn(b.row.key)];
  return nameOfA < nameOfB ? -1 : nameOfA > nameOfB ? 1 : 0;
}

/** A key begins with the name, or without one with a character that nobody can type, and the email. */
function nameIn(key: string): string {
  return key.charCodeAt(0) < 32 ? key.slice(1) : key;
}

function rankOf(row: Ranked, { words }: Search, number: string): number {
  if (hasNumber(row, number)) return ranks.number;
  let worst: number = ranks.words;
  for (const { texts, state } of words) {
    const isState = state !== null && row.state === state;
    const rank = isState ? ranks.words : Math.min(...texts.map((part) => rankIn(row.key, part)));
    if (rank > worst) worst = rank;
    if (worst === ranks.parts) break;
  }
  return worst;
}

/** A key ends with the number, so its last character says for most rows that it is another one. */
function hasNumber(row: Ranked, number: string): boolean {
  if (number === '' || !row.key.endsWith(number.slice(-1))) return false;
  return numberKey(numberOf(row)) === number;
}

function rankIn(key: string, text: string): number {
  let best: number = ranks.parts;
  for (let at = key.indexOf(text); at >= 0; at = key.indexOf(text, at + 1)) {
    if (isInWord(key, at - 1)) continue;
    if (!isInWord(key, at + text.length)) return ranks.words;
    best = ranks.beginnings;
  }
  return best;
}

/** Whether there is a letter or a digit at this place. Keys are folded, so most are ASCII. */
function isInWord(key: string, at: number): boolean {
  const code = key.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 128 && /[\p{L}\p{N}]/u.test(key.charAt(at));
}
