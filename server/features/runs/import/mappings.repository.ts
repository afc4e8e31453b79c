import type { ImportOptions, RunFile } from '../../../../contract/runs.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { RunRow } from '../runs.repository.ts';
import type { Mapping } from './file/map-headers.ts';

const remembered = 50;

/** The headers and the chosen columns of the last imports by the same user into the same list, newest first. */
export async function listMappings(
  db: Queryable,
  { id, about, created_by }: Pick<RunRow, 'id' | 'about' | 'created_by'>,
): Promise<{ headers: string[]; mapping: Mapping }[]> {
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
  return rows.flatMap(({ file, options }) => {
    if (file === null || options === null) return [];
    const { headers } = JSON.parse(file) as RunFile;
    return { headers, mapping: (JSON.parse(options) as ImportOptions).mapping };
  });
}
