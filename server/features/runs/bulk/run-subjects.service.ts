import type { Authorized } from '../../../kernel/access.ts';
import { findRun } from '../runs.service.ts';
import { selectRows } from './selection.service.ts';

/** Those that the list shows to the reader for `run=<id>`; stock has no such list. @throws ApiError 404 as `getRun`. */
export async function listRunSubjects(
  ctx: Authorized<'signed_in'>,
  id: string,
): Promise<{ title: string; at: string; ids: string[] }> {
  const { about, title, ended_at, created_at } = await findRun(ctx, id);
  const at = ended_at ?? created_at;
  if (about === 'stock') return { title, at, ids: [] };
  const { rows } = await selectRows(ctx, about, { query: `run=${id}`, except: [] });
  return { title, at, ids: rows.map((row) => row.id) };
}
