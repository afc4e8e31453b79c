import { fold, isFoundBy } from '../../../../contract/lists/search-key.ts';
import {
  compareFound,
  fieldEnd,
  searchQueryOf,
  tierOf,
  tiers,
} from '../../../../contract/lists/search-tiers.ts';
import { fewResults, typosMaxCount } from '../../../../contract/lists/search-typos.ts';
import type { ActOfKind, BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';
import {
  type ActReading,
  actOnRowTier,
  afterAct,
  entryTiers,
  findEntries,
  findNearest,
  findTypos,
  readAct,
  readState,
} from './match-words.ts';

export interface Searched {
  /** Screens and views. */
  entries: readonly BoxEntry[];
  /** Acts that need no row: 'Add User'. */
  acts: readonly BoxEntry[];
  actsOfKind: readonly ActOfKind[];
  /** What may be done to a row that was found; empty while that is not known. */
  actsOf: (of: BoxRow) => readonly BoxAct[];
  /** The locations and users that the text finds. */
  found: readonly Placed[];
  /** Those that the text without the words of an act finds. */
  foundForAct: readonly Placed[];
}

export interface BoxAnswer {
  results: BoxResult[];
  didYouMean: BoxResult[];
}

const modes = { 'u:': 'user', 'l:': 'location', '>': 'acts' } as const;
/** As many as fit into the box with the links to the lists: one more letter is quicker than scrolling. */
const shownMax = 9;
/** All that may be done, before more is typed. */
const actsMax = 40;
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

/** What the server is asked for. Empty texts are not asked. */
export interface BoxQuestion {
  text: string;
  kind?: BoxRow['kind'] | undefined;
  /** '> edit ana' and 'edit ana' ask for 'ana'. */
  rest: string;
  restKind?: BoxRow['kind'] | undefined;
  /** Whether an act depends on the row. */
  readsRows?: boolean | undefined;
}

export function questionOf(typed: string, actsOfKind: readonly ActOfKind[]): BoxQuestion {
  const { mode, text } = readBoxText(typed);
  if (mode === 'user' || mode === 'location') return { text, kind: mode, rest: '' };
  const reading = readAct(text, actsOfKind, mode === 'acts');
  const kinds = new Set(reading?.acts.map(({ kind }) => kind));
  const [restKind] = kinds.size === 1 ? kinds : [];
  return {
    ...{ text: mode === 'acts' ? '' : text, rest: reading?.rest ?? '', restKind },
    readsRows: reading?.acts.some(({ open }) => !open),
  };
}

export function searchBox(typed: string, { entries, acts, actsOfKind, ...rows }: Searched): BoxAnswer {
  const { mode, text } = readBoxText(typed);
  const needingRow = actsOfKind.filter(({ open }) => !open).map(entryOf);
  if (mode === 'acts' && text === '')
    return { results: [...acts, ...needingRow].map(({ result }) => result), didYouMean: [] };
  const isOfRows = mode === 'user' || mode === 'location';
  const reading = isOfRows ? null : readAct(text, actsOfKind, mode === 'acts');
  const views = mode === 'all' ? entries : [];
  const named = isOfRows ? [] : [...views, ...acts, ...needingRow];
  const all = inOrder([
    ...(mode === 'acts' ? [] : rows.found.map((row) => withWholeName(row, fold(text)))),
    ...findEntries(named, text),
    ...viewsInState(views, text, findEntries),
    ...(reading?.rest ? actsOnRows(reading, rows) : []),
    ...(isOfRows ? [] : acts.flatMap((act) => begunWith(act, text))),
  ]);
  const exact = all.filter(({ tier }) => tier < tiers.typo);
  const isFew = exact.length < fewResults;
  const typos = isFew
    ? inOrder([...all, ...findTypos(named, text), ...viewsInState(views, text, findTypos)]).slice(
        exact.length,
      )
    : [];
  const nearest = exact.length + typos.length === 0 ? findNearest(named, text) : [];
  return {
    results: exact.slice(0, mode === 'acts' ? actsMax : shownMax).map(({ result }) => result),
    didYouMean: [...typos, ...nearest].slice(0, typosMaxCount).map(({ result }) => result),
  };
}

/** Each once. */
function inOrder(placed: readonly Placed[]): Placed[] {
  const seen = new Set<string>();
  return placed.toSorted(compareFound).filter(({ result: { key } }) => !seen.has(key) && seen.add(key));
}

/** 'Robert Roberts' before Ann Roberts, whose last name has both words, too. */
function withWholeName(row: Placed, text: string): Placed {
  const isWhole = row.tier === tiers.name && fold(row.result.name) === text;
  return isWhole ? { ...row, tier: entryTiers.whole } : row;
}

/** Of rows that are at hand, those that a text finds by what the box shows of them. */
export function narrowed(rows: readonly Placed[], text: string): Placed[] {
  const query = searchQueryOf(text);
  return rows.flatMap((row) => {
    const { name, detail } = row.result;
    const shown = { key: [name, detail ?? '', ''].map(fold).join(fieldEnd), employee_number: null };
    const tier = isFoundBy(query.search, shown) ? tierOf(query, shown) : null;
    return tier === null ? [] : [{ ...row, tier }];
  });
}

/** It asks for its row when it is chosen. */
function entryOf(act: ActOfKind): BoxEntry {
  const { kind, label } = act;
  const detail = kind === 'user' ? 'Asks for a user' : 'Asks for a location';
  return { result: { key: `${kind} ${label}`, kind: 'act', name: `${label}…`, detail, asks: act } };
}

/** 'Add User: jane doe' */
function begunWith({ result, openWith }: BoxEntry, text: string): Placed[] {
  const rest = openWith ? afterAct(text, result.name) : '';
  if (!openWith || rest === '') return [];
  const { key, name } = result;
  const begun = { ...result, key: `${key} with`, name: `${name}: ${rest}`, link: openWith(rest) };
  return [{ tier: actOnRowTier, weight: 0, order: name, result: begun }];
}

/** 'managers in virginia', 'closed stores in texas': a view of a list, with a state. */
function viewsInState(entries: readonly BoxEntry[], text: string, find: typeof findEntries): Placed[] {
  const state = readState(text);
  if (!state) return [];
  const views = entries.filter(({ result: { kind, link } }) => kind === 'view' && link?.to !== '/sales');
  return find(views, state.before)
    .filter(({ tier }) => tier < tiers.field || tier === tiers.typo)
    .map(({ result, ...place }) => ({ ...place, result: inState(result, state) }));
}

function inState(view: BoxResult, { code, name }: { code: string; name: string }): BoxResult {
  const of = view.name.replace(/^All (.)/, (_, first: string) => first.toUpperCase());
  const link = view.link && { ...view.link, search: { ...view.link.search, state: code } };
  return { ...view, key: `${view.key} ${code}`, name: `${of} in ${name}`, link };
}

/** The best rows that the rest of the text finds, each with the acts that the other words name. */
function actsOnRows(
  { acts, isTypo }: ActReading,
  { foundForAct, actsOf }: Pick<Searched, 'foundForAct' | 'actsOf'>,
): Placed[] {
  const best = foundForAct.toSorted(compareFound).slice(0, rowsOfAct);
  return best.flatMap(({ tier, result }, index) => {
    const { of } = result;
    const place = {
      tier: isTypo || tier === tiers.typo ? tiers.typo : actOnRowTier,
      ...{ weight: 0, order: String(index) },
    };
    const wanted = of ? acts.filter(({ kind }) => kind === of.kind) : [];
    return wanted
      .flatMap((act) => actOn(act, result, actsOf))
      .map((one): Placed => ({ ...place, result: one }));
  });
}

/** What the act does to the row. Nothing when the row does not allow it. */
export function actOn(
  { label, open, isRow }: ActOfKind,
  row: BoxResult,
  actsOf: Searched['actsOf'],
): BoxResult[] {
  if (!row.of) return [];
  if (isRow) return [row];
  if (open) return [resultOf({ label, link: open(row.of) }, row)];
  return actsOf(row.of)
    .filter((act) => act.label === label)
    .map((act) => resultOf(act, row));
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

/** All that may be done: what needs no row, and what asks for one. */
export function groupsOfActs({ results }: BoxAnswer): BoxGroup[] {
  const ofKind = (kind?: BoxRow['kind']) =>
    // The head of the group says for what it asks.
    results.filter(({ asks }) => asks?.kind === kind).map((result) => ({ ...result, detail: null }));
  return [
    { name: 'Acts', items: ofKind() },
    { name: 'To a user', isNamed: true, items: ofKind('user') },
    { name: 'To a location', isNamed: true, items: ofKind('location') },
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

interface LinksOf {
  found: readonly BoxResult[];
  isSearching: boolean;
  may: Record<BoxRow['kind'], boolean>;
  pathname: string;
}

/**
 * To the lists that find something with the same text, the list page at hand first. Lists also find parts of words by one or
 * two letters. Until the answer comes they keep the place of its rows.
 */
export function listLinks(typed: string, { found, isSearching, may, pathname }: LinksOf): BoxResult[] {
  const { mode, text } = readBoxText(typed);
  if (text === '' || mode === 'acts') return [];
  const mayFind = isSearching || text.length <= 2;
  const links = lists
    .filter(({ kind }) => may[kind] && (mode === 'all' || mode === kind))
    .filter(({ kind }) => mayFind || found.some((result) => result.kind === kind))
    .map(({ to, label }): BoxResult => {
      const name = `Search ${label} for “${text}”`;
      return { key: to, kind: 'list', name, detail: null, link: { to, search: { q: text } } };
    });
  return pathname.startsWith('/locations') ? links.reverse() : links;
}
