import { meaningMaxLength } from '../../../../contract/fields/limits.ts';
import {
  importColumns,
  isListColumn,
  markColumns,
  type NumberColumn,
  numberColumns,
  type WordColumn,
} from '../../../../contract/files/import-columns.ts';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { wordKey } from '../../../../contract/lists/search-key.ts';
import type * as contract from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { withoutGuard } from '../../../platform/csv.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { eachCells } from '../run-lines.repository.ts';
import { requireImport } from '../runs.rules.ts';
import { findRun } from '../runs.service.ts';
import { namesIn, readLinks, signs, splitNames } from './cells/catalog.pure.ts';
import { describeNote, readState, statusOf } from './cells/cell-values.pure.ts';
import { isNothing, onOneLine, readMark } from './cells/plain-cell.pure.ts';
import { loadDistricts, loadLocations, loadRoles, loadZerosOf } from './cells/reading.service.ts';

const wordsMax = 100;
/** A file with more different words has no roles and no locations in this column. */
const seenMax = 20_000;

type Unknown = Answer<typeof contract.listUnknownWords>;
type UnknownWord = Unknown['words'][number];
type LostZeros = NonNullable<Unknown['zeros']>;

/**
 * Words of the column that mean nothing here, most frequent first, and numbers in scope that have lost their zeros.
 * @throws ApiError 404, 403; 400 for a column that the file does not have.
 */
export async function listUnknownWords(
  ctx: Authorized<'signed_in'>,
  id: string,
  query: ColumnQuery,
): Promise<Unknown> {
  const { column } = query;
  const run = await findRun(ctx, id);
  requireImport(ctx, run.about);
  const { headers = [] } = run.file ?? {};
  if (!(column in importColumns[run.about]) || isMissing(query, headers)) {
    throw invalid({ path: 'index', message: 'The file has no such column.' });
  }
  const { look, split } = await lookUp(ctx, column, headers[query.index ?? 0] ?? '');
  const withZeros = isNumberColumn(column) ? await loadZerosOf(ctx, column) : () => undefined;
  let zeros = null as LostZeros | null;
  const seen = new Map<string, UnknownWord | null>();
  let unknown = 0;
  for await (const { cells } of eachCells(reader(ctx), id)) {
    if (describeNote(cells) !== null) continue;
    for (const value of wordsIn(cells, query, headers, split)) {
      const key = wordKey(value);
      const means = withZeros(value);
      if (means !== undefined) zeros = { value, means, ...zeros, cells: (zeros?.cells ?? 0) + 1 };
      const known = seen.get(key);
      if (known) known.lines++;
      if (known !== undefined || seen.size >= seenMax || unknown >= wordsMax + 1) continue;
      const found = look(value);
      if (found) unknown++;
      const lost = means !== undefined && { lost_zeros: true };
      seen.set(key, found && { value, lines: 1, ...found, ...lost });
    }
  }
  const words = [...seen.values()].filter((word) => word !== null).sort((a, b) => b.lines - a.lines);
  return { words: words.slice(0, wordsMax), zeros, is_more: words.length > wordsMax || seen.size >= seenMax };
}

/** A column with words, or columns in which an X means the header, or both. */
interface ColumnQuery {
  column: WordColumn | NumberColumn;
  index?: number | undefined;
  marks?: number[] | undefined;
}

function isMissing({ column, index, marks = [] }: ColumnQuery, headers: readonly string[]): boolean {
  const named = [...(index === undefined ? [] : [index]), ...marks];
  if (named.length === 0 || (marks.length > 0 && markColumns[column] === undefined)) return true;
  return named.some((index) => headers[index] === undefined);
}

function wordsIn(
  cells: readonly string[],
  { column, index, marks = [] }: ColumnQuery,
  headers: readonly string[],
  split: LookUp['split'],
): string[] {
  const cell = index === undefined ? '' : withoutGuard(cells[index] ?? '').trim();
  const marked = marks.flatMap((at) => (readMark(withoutGuard(cells[at] ?? '')) ? (headers[at] ?? '') : []));
  return [...wordsOf(column, cell).flatMap(split), ...marked];
}

/** A cell of thousands of names counts as unreadable, and so does a long name. */
const namesMax = 100;

function wordsOf(column: WordColumn | NumberColumn, cell: string): string[] {
  const words = isListColumn(column) ? namesIn(cell).slice(0, namesMax) : [onOneLine(cell)];
  const bare = words.map((word) => (isListColumn(column) ? word.replace(signs, '').trim() : word));
  return [...new Set(bare)].filter(
    (word) => word !== '' && !isNothing(word) && word.length <= meaningMaxLength,
  );
}

interface LookUp {
  /** Null for a known word. */
  look(word: string): Pick<UnknownWord, 'repair'> | null;
  split(word: string): string[];
}

async function lookUp(
  ctx: Authorized<'signed_in'>,
  column: WordColumn | NumberColumn,
  header: string,
): Promise<LookUp> {
  if (isListColumn(column) || column === 'district') return lookUpLinks(ctx, column);
  const isKnown = (word: string) => {
    if (column === 'status') return statusOf(word, header) !== null;
    // A number that does not exist is that of somebody new.
    return column !== 'state' || 'value' in readState(word);
  };
  return { look: (word) => (isKnown(word) ? null : { repair: null }), split: (word) => [word] };
}

function isNumberColumn(column: WordColumn | NumberColumn): column is NumberColumn {
  return numberColumns.some((one) => one === column);
}

const catalogs = {
  ...{ roles: loadRoles, locations: loadLocations },
  ...{ district: loadDistricts, districts: loadDistricts },
};

async function lookUpLinks(ctx: Authorized<'signed_in'>, column: keyof typeof catalogs): Promise<LookUp> {
  const catalog = await catalogs[column](ctx);
  const reading = { column, catalog, meanings: () => undefined, replaces: false };
  return {
    look: (word) => {
      const read = readLinks([word], reading);
      return 'value' in read ? null : { repair: read.problems[0]?.repairs[0] ?? null };
    },
    split: (word) => splitNames(word, reading),
  };
}
