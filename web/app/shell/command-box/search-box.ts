import { fold, isFoundBy } from '../../../../contract/lists/search-key.ts';
import {
  compareFound,
  fieldEnd,
  orderOf,
  type Sought,
  soughtOf,
  type TieredRow,
  tierOf,
  tiers,
} from '../../../../contract/lists/search-tiers.ts';
import {
  fewResults,
  typoCounter,
  typoFields,
  typosMaxCount,
  wordsForTypos,
} from '../../../../contract/lists/search-typos.ts';
import { type Found, find } from '../../../lib/directory/index.ts';
import type { ActOfKind, BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';

type Row = TieredRow & { id: string };

/** A list in memory, and how the box shows its rows. */
export interface SearchedList<R extends Row = Row> {
  rows: readonly R[];
  present: (row: R) => BoxResult;
}

export interface Searched {
  lists: { user: SearchedList | null; location: SearchedList | null };
  entries: readonly BoxEntry[];
  /** Acts that need no row: 'Add User'. */
  acts: readonly BoxEntry[];
  actsOfKind: readonly ActOfKind[];
  /** What may be done to a row that was found; empty while that is not known. */
  actsOf: (of: BoxRow) => readonly BoxAct[];
  weights: ReadonlyMap<string, number>;
  /** The rows that the server found, when the lists are not in memory. */
  found?: readonly Placed[] | undefined;
}

export interface BoxAnswer {
  results: BoxResult[];
  didYouMean: BoxResult[];
}

export interface BoxText {
  mode: 'all' | BoxRow['kind'] | 'acts';
  text: string;
}

const modes = { 'u:': 'user', 'l:': 'location', '>': 'acts' } as const;
/** As many as fit into the box with the links to the lists: one more letter is quicker than scrolling. */
const shownMax = 9;
/** All that may be done, before more is typed. */
const actsMax = 20;
const rowsOfAct = 5;

export function readBoxText(typed: string): BoxText {
  const text = typed.trimStart();
  const prefix = (Object.keys(modes) as (keyof typeof modes)[]).find((one) =>
    text.toLowerCase().startsWith(one),
  );
  return prefix
    ? { mode: modes[prefix], text: text.slice(prefix.length).trim() }
    : { mode: 'all', text: text.trim() };
}

/** Each search starts from the hits of the one before, like the search of a list. */
export function createBoxSearch() {
  const last = new Map<string, Found>();

  function findIn(
    kind: BoxRow['kind'],
    list: SearchedList,
    sought: Sought,
    weights: Searched['weights'],
  ): Placed[] {
    const found = find({ rows: list.rows, loaded: list.rows.length }, sought.text, last.get(kind));
    last.set(kind, found);
    const best: Candidate[] = [];
    for (const index of found.hits ?? []) {
      const row = list.rows[index];
      if (!row) continue;
      const weight = weights.get(row.id) ?? 0;
      const order = orderOf(row);
      const tier = tierOf(sought, row, worstOf(best, weight, order));
      if (tier) insert(best, { tier, weight, order, row });
    }
    return best.map(({ row, ...placed }) => ({ ...placed, result: list.present(row) }));
  }

  return function searchBox(typed: string, searched: Searched): BoxAnswer {
    const { mode, text } = readBoxText(typed);
    if (mode === 'acts') return { results: findActs(text, searched, findIn), didYouMean: [] };
    const sought = soughtOf(text);
    const kinds = mode === 'all' ? (['location', 'user'] as const) : [mode];
    const { lists } = searched;
    const placed = kinds.flatMap((kind) => placedIn(kind, sought, searched, findIn));
    const entries = mode === 'all' ? findEntries([...searched.entries, ...searched.acts], sought) : [];
    const all = [...entries, ...placed.filter(({ tier }) => tier < tiers.typo)]
      .sort(compareFound)
      .slice(0, shownMax);
    const isFew = all.length < fewResults && !sought.isShort;
    const typos = isFew
      ? [...findTypos(kinds, lists, sought), ...placed.filter(({ tier }) => tier === tiers.typo)]
      : [];
    const known = new Set(all.map(({ result }) => result.key));
    return {
      results: all.map(({ result }) => result),
      didYouMean: typos
        .map(({ result }) => result)
        .filter(({ key }) => !known.has(key))
        .slice(0, typosMaxCount),
    };
  };
}

/** From memory, or what the server found. */
function placedIn(
  kind: BoxRow['kind'],
  sought: Sought,
  { lists, weights, found = [] }: Searched,
  findIn: FindIn,
): readonly Placed[] {
  const list = lists[kind];
  return list ? findIn(kind, list, sought, weights) : found.filter(({ result }) => result.kind === kind);
}

interface Candidate extends Omit<Placed, 'result'> {
  row: Row;
}

/** The tier that a row needs to be among the best: its place within a tier is known sooner, and rules out most rows. */
function worstOf(best: readonly Candidate[], weight: number, order: string): number {
  const worst = best.at(-1);
  if (best.length < shownMax || !worst) return tiers.part;
  const { tier } = worst;
  return compareFound({ tier, weight, order }, worst) < 0 ? tier : tier - 1;
}

/** Keeps the best in their order. */
function insert(best: Candidate[], one: Candidate) {
  const place = best.findIndex((other) => compareFound(one, other) < 0);
  best.splice(place < 0 ? best.length : place, 0, one);
  if (best.length > shownMax) best.pop();
}

/** The name is the first field, as of a row. */
function keyOf({ result, words = '' }: BoxEntry): string {
  return [result.name, words, ''].map(fold).join(fieldEnd);
}

function findEntries(entries: readonly BoxEntry[], sought: Sought): Placed[] {
  return entries.flatMap((entry) => {
    const row = { key: keyOf(entry), employee_number: null };
    const tier = isFoundBy(sought.search, row) ? tierOf(sought, row) : null;
    return tier === null ? [] : [{ tier, weight: 0, order: orderOf(row), result: entry.result }];
  });
}

function findTypos(kinds: readonly BoxRow['kind'][], lists: Searched['lists'], sought: Sought): Placed[] {
  const typed = wordsForTypos(sought);
  if (!typed) return [];
  const count = typoCounter(typed);
  const found = kinds.flatMap((kind) => {
    const list = lists[kind];
    return (list?.rows ?? []).flatMap((row) => {
      const errors = count(row.key, typoFields[kind]);
      return errors === null ? [] : [{ row, list, errors, order: orderOf(row) }];
    });
  });
  found.sort((a, b) => a.errors - b.errors || (a.order < b.order ? -1 : 1));
  return found
    .slice(0, typosMaxCount + fewResults)
    .flatMap(({ row, list, order }) =>
      list ? [{ tier: tiers.typo, weight: 0, order, result: list.present(row) }] : [],
    );
}

type FindIn = (
  kind: BoxRow['kind'],
  list: SearchedList,
  sought: Sought,
  weights: Searched['weights'],
) => Placed[];

/** What the server is asked for: '> edit ana' asks for 'ana'. Empty before a row is named. */
export function rowTextOf(typed: string, actsOfKind: readonly ActOfKind[]): string {
  const { mode, text } = readBoxText(typed);
  if (mode !== 'acts') return text;
  const words = text.split(/\s+/);
  for (let count = words.length - 1; count > 0; count--) {
    const wanted = soughtOf(words.slice(0, count).join(' '));
    if (actsOfKind.some((act) => findEntries([entryOf(act)], wanted).length > 0))
      return words.slice(count).join(' ');
  }
  return '';
}

function entryOf({ kind, label }: ActOfKind): BoxEntry {
  const key = `${kind} ${label}`;
  return { result: { key, kind: 'act', name: `${label}…`, detail: null, text: `> ${label} ` } };
}

/** '> deact ana': the first words are those of an act, the others find the row. As many as possible are the act's. */
function findActs(text: string, searched: Searched, findIn: FindIn): BoxResult[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const { acts, actsOfKind } = searched;
  for (let count = words.length; count >= 0; count--) {
    const wanted = soughtOf(words.slice(0, count).join(' '));
    const rest = words.slice(count).join(' ');
    const isWanted = (entry: BoxEntry) => count === 0 || findEntries([entry], wanted).length > 0;
    const ofKind = actsOfKind.filter((act) => isWanted(entryOf(act)));
    const results =
      rest === ''
        ? [...acts, ...ofKind.map(entryOf)].filter(isWanted).map(({ result }) => result)
        : actsOnRows(rest, ofKind, searched, findIn);
    if (results.length > 0) return results.slice(0, actsMax);
  }
  return [];
}

function actsOnRows(
  rest: string,
  ofKind: readonly ActOfKind[],
  searched: Searched,
  findIn: FindIn,
): BoxResult[] {
  const sought = soughtOf(rest);
  const kinds = [...new Set(ofKind.map(({ kind }) => kind))];
  const placed = kinds.flatMap((kind) => placedIn(kind, sought, searched, findIn));
  return placed
    .sort(compareFound)
    .slice(0, rowsOfAct)
    .flatMap(({ result }) => {
      const labels = ofKind.filter(({ kind }) => kind === result.of?.kind).map(({ label }) => label);
      return (result.of ? searched.actsOf(result.of) : [])
        .filter(({ label }) => labels.includes(label))
        .map((act) => resultOf(act, result));
    });
}

/** 'Edit User: Ana López' */
export function resultOf(
  { label, whyNot, link, run }: BoxAct,
  { key, name, detail, of }: BoxResult,
): BoxResult {
  return {
    key: `${label} ${key}`,
    kind: 'act',
    name: `${label}: ${name}`,
    detail,
    whyNot,
    ...(link && { link }),
    ...(run && { run }),
    ...(of && { of }),
  };
}
