import * as z from 'zod/mini';
import { locationInput } from '../../../../../contract/fields/location-input.ts';
import { stateNames } from '../../../../../contract/fields/states.ts';
import { timeZone } from '../../../../../contract/fields/time-zone.ts';
import { zonesOfUnitedStates } from '../../../../../contract/fields/time-zone-names.ts';
import { headerKey } from '../../../../../contract/files/import-columns.ts';
import { fold, wordKey } from '../../../../../contract/lists/search-key.ts';
import type { LineReason } from '../../../../../contract/runs.ts';

/** A problem does not name its column. */
export type CellValue<T> = { value: T } | { problems: LineReason[] };

/** No meaning would mend the fault. */
export function faulty(...sentences: string[]): { problems: LineReason[] } {
  return { problems: sentences.map((text) => ({ text, repairs: [] })) };
}

/** By the rules of the forms, with their sentences. */
export function readBySchema<S extends z.ZodMiniType>(schema: S, cell: string): CellValue<z.output<S>> {
  const result = z.safeParse(schema, cell);
  if (result.success) return { value: result.data };
  return faulty(...new Set(result.error.issues.map((issue) => issue.message)));
}

const longestState = 40;
const otherNames = { 'washington dc': 'DC', 'virgin islands': 'VI', 'us virgin islands': 'VI' };
const states = new Map([
  ...Object.entries(stateNames).map(([code, name]) => [stateKey(name), code] as const),
  ...Object.keys(stateNames).map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(otherNames),
]);

/** 'TX' for 'Texas' and 'T.X.'. */
export function readState(cell: string): CellValue<string> {
  const code = cell.length > longestState ? undefined : states.get(stateKey(cell));
  return readBySchema(locationInput.shape.state, code ?? cell);
}

function stateKey(name: string): string {
  return wordKey(name.replace(/\./g, ''));
}

const statesWithZeros: ReadonlySet<string> = new Set('CT MA ME NH NJ RI VT PR VI'.split(' '));

/** '4101' in Maine was 04101 before a spreadsheet took it for a number. */
export function readZip(cell: string, state: string | undefined): CellValue<string> {
  const isShort = /^\d{3,4}(-\d{4})?$/.test(cell) && state !== undefined && statesWithZeros.has(state);
  const [first = '', ...plus] = cell.split('-');
  return readBySchema(locationInput.shape.zip, isShort ? [first.padStart(5, '0'), ...plus].join('-') : cell);
}

const zonesByWord = new Map(
  zonesOfUnitedStates.flatMap((zone) => zone.words.map((word) => [word, zone] as const)),
);
/** '(UTC-05:00) Eastern Time (US & Canada)', 'Eastern Standard Time', 'US/Eastern' */
const aroundZones = /\([^()]*\)|\b(?:us|usa|time|zone|standard|daylight|savings?)\b|[/,]/g;

/** `proposed` follows from the address: in Arizona, 'MST' is the time of Phoenix. */
export function readTimeZone(cell: string, proposed: string | null): CellValue<string> {
  const word = cell.length > quotedMaxLength ? '' : wordKey(cell).replace(aroundZones, ' ').trim();
  const { zone, kin = [] } = zonesByWord.get(word) ?? {};
  if (zone === undefined) return readBySchema(timeZone, cell);
  return { value: kin.find((one) => one === proposed) ?? zone };
}

/** As systems of human resources write it. Who is on leave still works here. */
const statusWords: readonly [isActive: boolean, words: string][] = [
  [true, 'active|a|yes|y|true|1|enabled|current|employed|working|hired|on leave|leave|leave of absence|loa'],
  [
    true,
    'paid leave|unpaid leave|medical leave|parental leave|maternity leave|leave with pay|leave without pay',
  ],
  [true, 'aktiv|ja|beschaftigt|angestellt|beurlaubt|elternzeit|activo|activa|si|alta|vigente|contratado'],
  [true, 'contratada|de baja medica|con licencia|actif|active|oui'],
  [false, 'inactive|i|no|n|false|0|disabled|terminated|term|termed|deactivated|former|left|resigned|retired'],
  [false, 'separated|deceased|quit|dismissed|ex-employee|inaktiv|nein|ausgeschieden|gekundigt|ausgetreten'],
  [false, 'inactivo|inactiva|baja|de baja|despedido|despedida|cesado|cesada|inactif|non'],
];
const statuses: ReadonlyMap<string, boolean> = new Map(meaningsOf(statusWords));

function meaningsOf(lists: readonly [meaning: boolean, words: string][]) {
  return lists.flatMap(([meaning, words]) => words.split('|').map((word) => [word, meaning] as const));
}

/** Of locations, beside those of users. */
const openWords: readonly [isOpen: boolean, words: string][] = [
  [
    true,
    'open|opened|operating|operational|in operation|trading|live|offen|geoffnet|in betrieb|abierto|abierta|ouvert',
  ],
  [false, 'closed|permanently closed|temporarily closed|shut|shut down|closing|sold|divested|geschlossen|zu'],
  [false, 'dauerhaft geschlossen|cerrado|cerrada|clausurado|clausurada|ferme|fermee'],
];
const openStatuses: ReadonlyMap<string, boolean> = new Map([...statuses, ...meaningsOf(openWords)]);

export function readIsOpen(cell: string): CellValue<boolean> {
  const value = cell.length > quotedMaxLength ? undefined : openStatuses.get(wordKey(cell));
  return value === undefined ? faulty(`${quote(cell)} is not known. Write open or closed.`) : { value };
}

export function readStatus(cell: string, header: string): CellValue<boolean> {
  const value = statusOf(cell, header);
  return value === null ? faulty(`${quote(cell)} is not known. Write active or inactive.`) : { value };
}

/** 'A - Active'. Null for an unknown word, or one with several meanings. */
export function statusOf(word: string, header: string): boolean | null {
  if (word.length > quotedMaxLength) return null;
  const key = wordKey(word)
    .replace(/[*.!]+$/, '')
    .replace(/^[a-z] - (?=.)/, '');
  return key === 't' || key === 'f' ? readLetter(key, headerKey(header)) : (statuses.get(key) ?? null);
}

/** T is 'true' below 'Active', and 'terminated' below 'Status'. F may also be 'full time'. */
function readLetter(letter: 't' | 'f', header: string): boolean | null {
  if (/^(is)?(active|enabled|accountenabled)$/.test(header)) return letter === 't';
  return letter === 't' && /status/.test(header) && !/active|enabled/.test(header) ? false : null;
}

const quotedMaxLength = 60;

/** On one line, cut when it is long. */
export function quote(cell: string): string {
  const line = cell.slice(0, 2 * quotedMaxLength).replace(/\s+/g, ' ');
  return line.length > quotedMaxLength ? `'${line.slice(0, quotedMaxLength)}…'` : `'${line}'`;
}

/** A row that has data has more cells. */
const cellsMax = 3;
const noteMaxLength = 200;

const totals =
  /^((grand |sub ?)?totals?|sum|count|(record|row|employee|user|location|store|site) count|number of \w+)\b|^\d+ (records?|rows?|employees?|users?|people|locations?|stores?|sites?)\b/;
const notes =
  /^(end of (report|file|list|export)|(report |file )?(generated|printed|exported|created|run) (on|by|at|from|date)|report (date|run)|page \d+|confidential)\b/;

/** Reports put a total and a note below the list. Null for a line of the list. */
export function describeNote(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const [first = ''] = filled;
  if (filled.length === 0 || filled.length > cellsMax || filled.some(hasData)) return null;
  const text = fold(first.slice(0, noteMaxLength)).trim();
  if (totals.test(text)) return 'This is the total below the list, so it is left out.';
  return notes.test(text) ? 'This is a note about the list, so it is left out.' : null;
}

function hasData(cell: string): boolean {
  return cell.includes('@') || cell.length > noteMaxLength;
}
