import { fold, isFoundBy } from '../../../../contract/lists/search-key.ts';
import {
  compareFound,
  fieldEnd,
  orderOf,
  type SearchQuery,
  searchQueryOf,
  tierOf,
  tiers,
} from '../../../../contract/lists/search-tiers.ts';
import { fewResults, typosMaxCount } from '../../../../contract/lists/search-typos.ts';
import type { ActOfKind, BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';

export interface Searched {
  entries: readonly BoxEntry[];
  /** Acts that need no row: 'Add User'. */
  acts: readonly BoxEntry[];
  actsOfKind: readonly ActOfKind[];
  /** What may be done to a row that was found; empty while that is not known. */
  actsOf: (of: BoxRow) => readonly BoxAct[];
  /** The locations and users that the text finds. */
  found: readonly Placed[];
}

export interface BoxAnswer {
  results: BoxResult[];
  didYouMean: BoxResult[];
}

const modes = { 'u:': 'user', 'l:': 'location', '>': 'acts' } as const;
/** As many as fit into the box with the links to the lists: one more letter is quicker than scrolling. */
const shownMax = 9;
/** All that may be done, before more is typed. */
const actsMax = 20;
export const rowsOfAct = 5;

export function readBoxText(typed: string) {
  const text = typed.trimStart();
  const prefix = (Object.keys(modes) as (keyof typeof modes)[]).find((one) =>
    text.toLowerCase().startsWith(one),
  );
  return prefix
    ? { mode: modes[prefix], text: text.slice(prefix.length).trim() }
    : { mode: 'all' as const, text: text.trim() };
}

export function searchBox(typed: string, searched: Searched): BoxAnswer {
  const { mode, text } = readBoxText(typed);
  if (mode === 'acts') return { results: findActs(text, searched), didYouMean: [] };
  const entries =
    mode === 'all' ? findEntries([...searched.entries, ...searched.acts], searchQueryOf(text)) : [];
  const all = [...entries, ...searched.found.filter(({ tier }) => tier < tiers.typo)]
    .sort(compareFound)
    .slice(0, shownMax);
  const typos = all.length < fewResults ? searched.found.filter(({ tier }) => tier === tiers.typo) : [];
  return {
    results: all.map(({ result }) => result),
    didYouMean: typos.slice(0, typosMaxCount).map(({ result }) => result),
  };
}

/** Of rows that are at hand, those that a text finds by what the box shows of them. */
export function narrowed(rows: readonly Placed[], text: string): Placed[] {
  const query = searchQueryOf(text);
  return rows.flatMap((row) => {
    const { result } = row;
    return findEntries([{ result, words: result.detail ?? '' }], query).map(({ tier }) => ({
      ...row,
      tier,
    }));
  });
}

/** The name is the first field, as of a row. */
function keyOf({ result, words = '' }: BoxEntry): string {
  return [result.name, words, ''].map(fold).join(fieldEnd);
}

function findEntries(entries: readonly BoxEntry[], query: SearchQuery): Placed[] {
  return entries.flatMap((entry) => {
    const row = { key: keyOf(entry), employee_number: null };
    const tier = isFoundBy(query.search, row) ? tierOf(query, row) : null;
    return tier === null ? [] : [{ tier, weight: 0, order: orderOf(row), result: entry.result }];
  });
}

/** What the server is asked for: '> edit ana' asks for 'ana'. Empty before a row is named. */
export function rowTextOf(typed: string, actsOfKind: readonly ActOfKind[]): string {
  const { mode, text } = readBoxText(typed);
  if (mode !== 'acts') return text;
  const words = text.split(/\s+/);
  for (let count = words.length - 1; count > 0; count--) {
    const wanted = searchQueryOf(words.slice(0, count).join(' '));
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
function findActs(text: string, searched: Searched): BoxResult[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const { acts, actsOfKind } = searched;
  for (let count = words.length; count >= 0; count--) {
    const wanted = searchQueryOf(words.slice(0, count).join(' '));
    const isWanted = (entry: BoxEntry) => count === 0 || findEntries([entry], wanted).length > 0;
    const ofKind = actsOfKind.filter((act) => isWanted(entryOf(act)));
    const results =
      count === words.length
        ? [...acts, ...ofKind.map(entryOf)].filter(isWanted).map(({ result }) => result)
        : actsOnRows(ofKind, searched);
    if (results.length > 0) return results.slice(0, actsMax);
  }
  return [];
}

function actsOnRows(ofKind: readonly ActOfKind[], { found, actsOf }: Searched): BoxResult[] {
  return found
    .toSorted(compareFound)
    .slice(0, rowsOfAct)
    .flatMap(({ result }) => {
      const labels = ofKind.filter(({ kind }) => kind === result.of?.kind).map(({ label }) => label);
      return (result.of ? actsOf(result.of) : [])
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
    ...{ key: `${label} ${key}`, kind: 'act', name: `${label}: ${name}` },
    ...{ detail, whyNot, link, run, of },
  };
}

export interface BoxGroup {
  name: string;
  isNamed?: boolean;
  items: BoxResult[];
}

export function groupsOf({ results, didYouMean }: BoxAnswer, links: BoxResult[]): BoxGroup[] {
  // One group, so that the first key changes rows instead of adding a group with new ones.
  const isExact = didYouMean.length === 0;
  return [
    { name: 'Found', items: isExact ? [...results, ...links] : results },
    { name: 'Did you mean', isNamed: true, items: didYouMean },
    { name: 'Search a list', items: isExact ? [] : links },
  ].filter(({ items }) => items.length > 0);
}

export function actsGroup(of: BoxResult, acts: readonly BoxAct[], text: string): BoxGroup {
  const typed = text.trim().toLowerCase();
  const shown = acts.filter(({ label }) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(typed)),
  );
  return {
    name: 'Found',
    items: shown.map((act) => ({ ...resultOf(act, of), name: act.label, detail: null })),
  };
}

const lists = [
  { kind: 'user', to: '/users', label: 'Users' },
  { kind: 'location', to: '/locations', label: 'Locations' },
] as const;

/** The list page at hand comes first, so that Enter leads there when nothing is found. */
export function listLinks(
  typed: string,
  may: Record<BoxRow['kind'], boolean>,
  pathname: string,
): BoxResult[] {
  const { mode, text } = readBoxText(typed);
  if (text === '') return [];
  const links = lists
    .filter(({ kind }) => may[kind] && (mode === 'all' || mode === kind))
    .map(({ to, label }): BoxResult => {
      const name = `Search ${label} for “${text}”`;
      return { key: to, kind: 'list', name, detail: null, link: { to, search: { q: text } } };
    });
  return pathname.startsWith('/locations') ? links.reverse() : links;
}
