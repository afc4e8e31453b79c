import type { ReactNode } from 'react';
import { fold } from '../../../../contract/lists/search-key.ts';
import { stem } from './match-words.ts';

const isLetter = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text);

/** The text with the typed words marked where they begin a word, else where they stand. */
export function Marked({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const ranges = rangesOf(text, words);
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          {/* Forced colors would give a mark a color of its own, on no background. */}
          <u data-marked className="decoration-petrol decoration-2 underline-offset-3">
            {text.slice(from, to)}
          </u>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  );
}

/** Folded, a letter can be none or several: each keeps the place of the letter that it comes from. */
export function rangesOf(text: string, words: readonly string[]): [from: number, to: number][] {
  const chars: { folded: string; from: number; to: number }[] = [];
  let at = 0;
  for (const letter of text) {
    const end = at + letter.length;
    for (const folded of fold(letter)) chars.push({ folded, from: at, to: end });
    at = end;
  }
  const whole = chars.map(({ folded }) => folded).join('');
  // Where the letters take two places in a string.
  if (whole.length !== chars.length) return [];
  const isMarked = chars.map(() => false);
  for (const typed of words) {
    // 'stores' marks 'store'.
    const word = whole.includes(typed) ? typed : stem(typed);
    const places = placesOf(whole, word);
    const starts = places.filter((place) => !isLetter(whole[place - 1]));
    for (const place of starts.length > 0 ? starts : word.length > 2 ? places : [])
      isMarked.fill(true, place, place + word.length);
    if (places.length === 0 && /^\d{4,}$/.test(word)) markDigits(chars, word, isMarked);
  }
  const ranges: [number, number][] = [];
  for (const [index, { from, to }] of chars.entries()) {
    if (!isMarked[index]) continue;
    const last = ranges.at(-1);
    if (last && last[1] >= from) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && word !== ''; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
}

/** '5185550101' in '(518) 555-0101'. */
function markDigits(chars: readonly { folded: string }[], word: string, isMarked: boolean[]) {
  const digits = chars.flatMap(({ folded }, index) => (/\d/.test(folded) ? [index] : []));
  const at = digits
    .map((index) => chars[index]?.folded)
    .join('')
    .indexOf(word);
  if (at < 0) return;
  isMarked.fill(true, digits[at] ?? 0, (digits[at + word.length - 1] ?? 0) + 1);
}
