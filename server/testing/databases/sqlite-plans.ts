import type { DatabaseSync } from 'node:sqlite';
import type { Executed } from './recorded-statements.ts';

/** The tables that the statement reads from one end to the other. With `isPageAllowed` not those along whose order it stops after a page. */
export function scansOf(
  file: DatabaseSync,
  { sql, binds }: Executed,
  tables: readonly string[],
  { isPageAllowed }: { isPageAllowed: boolean },
): string[] {
  if (!/^\s*(select|with|update|delete)/i.test(sql)) return [];
  const named = new Map(
    [...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(([, table = '', name]) => [name, table]),
  );
  const plan = file.prepare(`explain query plan ${sql}`).all(...(binds as string[])) as { detail: string }[];
  const isSorted = plan.every(({ detail }) => !detail.includes('TEMP B-TREE FOR ORDER BY'));
  return plan.flatMap(({ detail }) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1];
    const table = named.get(name) ?? name ?? '';
    const isPage = isPageAllowed && isSorted && detail.includes('USING') && /\blimit\b/.test(sql);
    return tables.includes(table) && !isPage ? [table] : [];
  });
}
