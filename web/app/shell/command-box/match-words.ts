import { stateNames } from '../../../../contract/fields/states.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import { tiers } from '../../../../contract/lists/search-tiers.ts';
import { nearestName, typosAllowed } from '../../../../contract/lists/search-typos.ts';
import type { ActOfKind, BoxEntry, Placed } from './box-results.ts';
import { fillers, sameWords, wordsOf } from './words.ts';

/** Between the tiers of rows: the whole name, of a row too; words that mean it, also among fillers; beginnings of such. */
export const entryTiers = { whole: 2.5, words: 3.5, loosely: 3.6, begins: 4.5 } as const;
export const actOnRowTier = 3.7;

interface Words {
  names: readonly string[];
  /** With those of the name, one of these must be typed. */
  own: readonly string[];
  all: readonly string[];
  /** Of the names and `own`, and of `all`. */
  roots: { own: ReadonlySet<string>; all: ReadonlySet<string> };
}

const known = new Map<string, Words>();

/** Of a screen, an act or a view; `more` are words that the chain gives: the name of a role. */
export function wordsFor(name: string, more = ''): Words {
  const key = `${name}|${more}`;
  let words = known.get(key);
  if (!words) {
    const label = name.replace('…', '');
    const [own = '', company = ''] = (Object.hasOwn(wordsOf, label) ? (wordsOf[label] ?? '') : '').split('|');
    const names = split(label);
    const means = [...split(own), ...split(more)];
    const all = [...names, ...means, ...split(company)];
    const roots = { own: new Set([...names, ...means].map(root)), all: new Set(all.map(root)) };
    words = { names, own: means, all, roots };
    known.set(key, words);
  }
  return words;
}

const wordsIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

export function split(text: string): string[] {
  return wordsIn(fold(text));
}

/** 'stores' and 'store', "today's" and 'today' are the same word. */
export function stem(word: string): string {
  return word.length > 3 ? word.replace(/(?:['’]s|s)$/, '') : word;
}

/** Compared with each key. */
const stems = new WeakMap<readonly string[], Set<string>>();

function isWhole(word: string, among: readonly string[]): boolean {
  let known = stems.get(among);
  if (!known) {
    known = new Set(among.map(stem));
    stems.set(among, known);
  }
  return known.has(stem(word));
}

const begins = (word: string, among: readonly string[]) => among.some((one) => one.startsWith(stem(word)));
/** Three letters begin too many words. */
const beginsLong = (word: string, among: readonly string[]) =>
  isWhole(word, among) || (word.length > 3 && begins(word, among));
const isNear = (word: string, among: readonly string[]) => {
  const errors = /\d/.test(word) || word.length < 3 ? 0 : Math.max(1, typosAllowed(word));
  return beginsLong(word, among) || (errors > 0 && nearestName(word, among, errors) !== null);
};
type Has = typeof isWhole;

function isMeant({ names, own, all }: Words, typed: readonly string[], has: Has, hasName = has): boolean {
  return (
    typed.length > 0 &&
    typed.every((word) => hasName(word, names) || has(word, all)) &&
    typed.some((word) => hasName(word, names) || has(word, own))
  );
}

/** How well what is typed names an entry; null when it does not. */
function tierOfEntry(words: Words, typed: readonly string[]): number | null {
  const { names } = words;
  const essential = withoutFillers(typed);
  if (typed.length === names.length && typed.every((word) => isWhole(word, names))) return entryTiers.whole;
  if (typed.every((word) => begins(word, names))) return tiers.name;
  if (isMeant(words, typed, isWhole)) return entryTiers.words;
  if (isMeant(words, essential, isWhole)) return entryTiers.loosely;
  if (isMeant(words, essential, beginsLong, begins)) return entryTiers.begins;
  if (typed.every((word) => word.length > 2 && names.some((name) => name.includes(word)))) return tiers.part;
  return null;
}

/** The same with typing errors. */
function tierOfTypo(words: Words, typed: readonly string[]): number | null {
  const isNearName: Has = (word, among) => begins(word, among) || isNear(word, among);
  return isMeant(words, withoutFillers(typed), isNear, isNearName) ? tiers.typo : null;
}

function withoutFillers(words: readonly string[]): string[] {
  return words.filter((word) => !fillers.has(word) && !fillers.has(stem(word)));
}

/** In the order of the entries within a tier, those first whose name has more of the words. */
export function findEntries(entries: readonly BoxEntry[], text: string): Placed[] {
  return findBy(entries, text, tierOfEntry);
}

/** Those that are meant with typing errors; they take longer to find. */
export function findTypos(entries: readonly BoxEntry[], text: string): Placed[] {
  return findBy(entries, text, tierOfTypo);
}

/** The share of what is typed that an entry must have. */
const enough = 0.4;
/** Of a word that only goes with others, of one with a typing error, and of one that nothing has. */
const shares = { lightly: 0.5, withTypo: 0.8, unknown: 0.6 } as const;

/** 'closing', 'closed' and 'close' are one word here, and so are 'without', 'never' and 'dont'. */
function root(word: string): string {
  const key = stem(word.replace(/['’]/g, ''));
  const same = sameWords.get(key) ?? key;
  return same.length > 4 ? same.replace(/(?:ing|ed|e)$/, '') : same;
}

/** Of words that no list can have all of: the entries that have what says most, because few others have it. */
export function findNearest(entries: readonly BoxEntry[], text: string): Placed[] {
  const typed = withoutFillers(split(text));
  const known = entries.map(({ result, words }) => ({ result, roots: wordsFor(result.name, words).roots }));
  const everything = [...new Set(known.flatMap(({ roots }) => [...roots.all]))];
  const meanings = typed.map((word) => {
    const key = root(word);
    if (everything.includes(key)) return { key, share: 1 };
    const errors = /\d/.test(word) || word.length < 4 ? 0 : Math.max(1, typosAllowed(word));
    const near = errors > 0 ? nearestName(key, everything, errors) : null;
    return near === null ? { key, share: shares.unknown } : { key: near, share: shares.withTypo };
  });
  const weights = meanings.map(({ key, share }) => {
    const count = known.filter(({ roots }) => roots.all.has(key)).length;
    return share * Math.log(1 + entries.length / Math.max(count, commonest));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // 'closing a store' is an act, 'closed stores' a view.
  const isAct = typed.some((word) => word.length > 5 && word.endsWith('ing'));
  return known
    .map(({ result, roots: { own, all } }) => {
      const shareOf = (key: string) => (own.has(key) ? 1 : all.has(key) ? shares.lightly : 0);
      const sum = meanings.reduce((sum, { key }, at) => sum + shareOf(key) * (weights[at] ?? 0), 0);
      const isNamed = meanings.some(({ key }) => own.has(key));
      return { result, sum, isFound: isNamed && sum >= total * enough };
    })
    .filter(({ isFound }) => isFound)
    .toSorted((a, b) => b.sum - a.sum || (isAct ? Number(isActOf(b.result)) - Number(isActOf(a.result)) : 0))
    .map(({ result }, place) => ({
      ...{ tier: tiers.typo, weight: 0, order: String(place).padStart(3, '0'), result },
    }));
}

/** Fewer entries than these make a word no rarer. */
const commonest = 5;
const isActOf = ({ kind }: BoxEntry['result']) => kind === 'act';

function findBy(entries: readonly BoxEntry[], text: string, tierOf: typeof tierOfEntry): Placed[] {
  const typed = split(text);
  if (typed.length === 0) return [];
  return entries.flatMap(({ result, words: more }, index) => {
    const words = wordsFor(result.name, more);
    const tier = tierOf(words, typed);
    if (tier === null) return [];
    const inName = typed.filter((word) => isWhole(word, words.names)).length;
    const isAmongRows = tier === tiers.name || tier === tiers.part;
    const order = isAmongRows ? fold(result.name) : `${9 - inName}${String(index).padStart(3, '0')}`;
    return [{ tier, weight: 0, order, result }];
  });
}

/** The acts that some of the words name, and the others, which name a row. */
export interface ActReading {
  acts: readonly ActOfKind[];
  rest: string;
  isTypo: boolean;
}

/**
 * 'deactivate ana lopez', 'airport 160 sales': as many words as possible are the act's. Of a text that need not name an act
 * (`isSure`: it begins with '>'), whole words count, or their first four letters.
 */
export function readAct(text: string, acts: readonly ActOfKind[], isSure = false): ActReading | null {
  const typed = wordsIn(text);
  const isLong = (word: string) => isSure || word.length >= 4;
  const named: Has = (word, among) => isWhole(word, among) || (isLong(word) && begins(word, among));
  const near: Has = (word, among) => named(word, among) || (word.length >= 4 && isNear(word, among));
  const exact = readWith(typed, acts, named);
  if (exact) return exact;
  const meant = readWith(typed, acts, near);
  return meant && { ...meant, isTypo: true };
}

function readWith(typed: readonly string[], acts: readonly ActOfKind[], has: Has): ActReading | null {
  const found: { act: ActOfKind; rest: string }[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const act of acts) {
    const { names, own, all } = wordsFor(act.label, act.words);
    // Only the first word of a label names its act: 'edit', not 'user'. A number may be that of a location, not of days.
    const verbs = act.isOfPeriod
      ? [...names.slice(1), ...own].filter((word) => !fillers.has(word) && !/^\d+$/.test(word))
      : [...names.slice(0, 1), ...own];
    const folded = typed.map((word) => fold(word));
    if (!folded.some((word) => (act.isOfPeriod ? isWhole : has)(word, verbs))) continue;
    const left = typed.filter((_, at) => !has(folded[at] ?? '', all));
    const rest = left.every((word) => fillers.has(fold(word)))
      ? ''
      : left.filter((word) => !fillers.has(fold(word))).join(' ');
    const count = rest === '' ? 0 : rest.split(' ').length;
    if (count < least) found.length = 0;
    least = Math.min(least, count);
    if (count === least && (found[0]?.rest ?? rest) === rest) found.push({ act, rest });
  }
  const [first] = found;
  return first ? { acts: found.map(({ act }) => act), rest: first.rest, isTypo: false } : null;
}

/** 'jane doe' of 'new user jane doe': what follows the words of an act, of which one says what it is about. */
export function afterAct(text: string, label: string): string {
  const typed = wordsIn(text);
  const { names, own, all } = wordsFor(label);
  const verbs = [...names.slice(0, 1), ...own];
  const has = (word: string, among: readonly string[]) => isWhole(fold(word), among);
  const start = typed.findIndex((word) => !has(word, all) && !fillers.has(fold(word)));
  const before = typed.slice(0, Math.max(start, 0)).filter((word) => has(word, all));
  const isNamed = before.some((word) => has(word, verbs)) && before.some((word) => !has(word, verbs));
  return isNamed ? typed.slice(start).join(' ') : '';
}

const states = Object.entries(stateNames).map(([code, name]) => ({ code, name, key: fold(name) }));
const stateMaxWords = 3;

/** 'managers in virginia', 'stores TX', 'users in virg': the state at the end, and what stands before. */
export function readState(text: string): { code: string; name: string; before: string } | null {
  const typed = split(text);
  for (let count = Math.min(stateMaxWords, typed.length - 1); count > 0; count--) {
    const last = typed.slice(-count).join(' ');
    const before = typed.slice(0, -count);
    const isIn = before.at(-1) === 'in';
    const state =
      states.find(({ key }) => key === last) ??
      states.find(({ code }) => fold(code) === last && (isIn || !fillers.has(last))) ??
      (isIn && last.length > 2 ? states.find(({ key }) => key.startsWith(last)) : undefined);
    if (state) return { ...state, before: before.filter((word) => !fillers.has(word)).join(' ') };
  }
  return null;
}
