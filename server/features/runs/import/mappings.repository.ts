import type { Meaning } from '../../../../contract/runs.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { readFile, readOptions } from '../read-run.ts';
import type { RunRow } from '../runs.repository.ts';
import type { Mapping } from './file/map-headers.ts';

const remembered = 50;

/** The headers, the chosen columns and the meanings of words of the last imports by the same user into the same list, newest first. */
export async function listMappings(
  db: Queryable,
  { id, about, created_by }: Pick<RunRow, 'id' | 'about' | 'created_by'>,
): Promise<{ headers: string[]; mapping: Mapping; meanings: Meaning[] }[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['file', 'options'])
    .where('created_by', created_by === null ? 'is' : '=', created_by)
    .where('about', '=', about)
    .where('kind', '=', 'import')
    .where('options', 'is not', null)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(remembered)
    .execute();
  return rows.flatMap((row) => {
    const options = readOptions(row);
    return options ? [{ headers: readFile(row)?.headers ?? [], ...options }] : [];
  });
}
