import { meaningMaxLength } from '../../../../contract/fields/limits.ts';
import type { WordColumn } from '../../../../contract/import-columns.ts';
import type { Repair } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import { reader } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { withoutGuard } from '../../../platform/csv.ts';
import { listCells } from '../run-lines.repository.ts';
import { requireImport } from '../runs.rules.ts';
import { findRun } from '../runs.service.ts';
import { signs } from './cells/catalog.pure.ts';
import { namesIn, readLinks } from './cells/cell-links.pure.ts';
import { statusOf } from './cells/cell-values.pure.ts';
import { wordKey } from './cells/meanings.pure.ts';
import { describeNote } from './cells/note-row.pure.ts';
import { loadLocations, loadRoles } from './cells/reading.service.ts';

const linesAtOnce = 500;
const wordsMax = 100;
/** Different words that are looked at; more of them are no roles and no locations. */
const seenMax = 20_000;

interface UnknownWord {
  value: string;
  lines: number;
  repair: Repair | null;
}

/**
 * The words in a column of the file that are no role, no location in scope, or no status, most frequent first.
 * @throws ApiError 404 as `getRun`; 403; 400 for a column that the file does not have.
 */
export async function listUnknownWords(
  ctx: Authorized<'signed_in'>,
  id: string,
  { column, index }: { column: WordColumn; index: number },
): Promise<{ words: UnknownWord[]; is_more: boolean }> {
  const run = await findRun(ctx, id);
  requireImport(ctx, run.about);
  const header = run.file?.headers[index];
  if (run.about !== 'users' || header === undefined) {
    throw invalid({ path: 'index', message: 'The file has no such column.' });
  }
  const look = column === 'status' ? lookUpStatus(header) : await lookUpLinks(ctx, column);
  const seen = new Map<string, UnknownWord | null>();
  let unknown = 0;
  for (let after = 0; ; ) {
    await yieldToRequests();
    const rows = await listCells(reader(ctx), id, after, linesAtOnce);
    for (const [at, { cells }] of rows.entries()) {
      if (at % linesPerBreath === 0) await yieldToRequests();
      if (describeNote(cells) !== null) continue;
      for (const value of wordsOf(column, withoutGuard(cells[index] ?? '').trim())) {
        const key = wordKey(value);
        const known = seen.get(key);
        if (known) known.lines++;
        if (known !== undefined || seen.size >= seenMax || unknown >= wordsMax + 1) continue;
        const found = look(value);
        if (found) unknown++;
        seen.set(key, found && { value, lines: 1, repair: found.repair });
      }
    }
    if (rows.length < linesAtOnce) break;
    after = rows.at(-1)?.line ?? after;
  }
  const words = [...seen.values()].filter((word) => word !== null).sort((a, b) => b.lines - a.lines);
  return { words: words.slice(0, wordsMax), is_more: words.length > wordsMax || seen.size >= seenMax };
}

const linesPerBreath = 50;

/** A cell of thousands of names counts as unreadable, and so does a long name. */
const namesMax = 100;

function wordsOf(column: WordColumn, cell: string): string[] {
  const words = column === 'status' ? [cell] : namesIn(cell).slice(0, namesMax);
  const bare = words.map((word) => (column === 'status' ? word : word.replace(signs, '').trim()));
  return [...new Set(bare)].filter((word) => word !== '' && word.length <= meaningMaxLength);
}

/** Null for a known word. */
type LookUp = (word: string) => { repair: Repair | null } | null;

function lookUpStatus(header: string): LookUp {
  return (word) => (statusOf(word, header) === null ? { repair: null } : null);
}

async function lookUpLinks(ctx: Authorized<'signed_in'>, column: 'roles' | 'locations'): Promise<LookUp> {
  const catalog = column === 'roles' ? await loadRoles(ctx) : await loadLocations(ctx);
  return (word) => {
    const read = readLinks(word, { column, catalog, meanings: () => undefined, replaces: false });
    return 'value' in read ? null : { repair: read.problems[0]?.repairs[0] ?? null };
  };
}
