import type { Step } from './columns.ts';

const lifeMs = 7 * 86_400_000;

interface OldRun {
  id: string;
  applied: string;
  created_at: string | Date;
}

/**
 * The life of a run: who works on it and how often that failed, the session that started it, when it expires and that
 * it was discarded, which lines a retry can help, and how many selected rows it left out.
 */
export async function up({ db, run, columns: c }: Step) {
  await run(
    `alter table runs add column session_id ${c.uuid}`,
    'alter table runs add column leased_by text',
    'alter table runs add column faults integer not null default 0',
    'alter table runs add column retryable integer not null default 0',
    'alter table runs add column left_out integer not null default 0',
    `alter table runs add column expires_at ${c.time('expires_at')}`,
    `alter table runs add column discarded_at ${c.time('discarded_at')}`,
    'create index runs_by_undone on runs (undo_of) where undo_of is not null',
    'create index runs_discarded on runs (id) where discarded_at is not null',
    `update runs set retryable = (select count(*) from run_lines where run_id = runs.id and (result is null
        or (result = 'changed' and runs.kind <> 'undo') or (result = 'rejected' and planned <> 'rejected')))
      where state in ('done', 'canceled', 'failed')`,
  );
  const old: OldRun[] = await db
    .selectFrom('runs')
    .select(['id', 'applied', 'created_at'])
    .where('state', 'not in', ['applying', 'done'])
    .execute();
  for (const { id, applied, created_at } of old) {
    const counts = Object.values(JSON.parse(applied) as Record<string, number>);
    if (counts.some((count) => count > 0)) continue;
    const expires_at = new Date(new Date(created_at).getTime() + lifeMs).toISOString();
    await db.updateTable('runs').set({ expires_at }).where('id', '=', id).execute();
  }
}
