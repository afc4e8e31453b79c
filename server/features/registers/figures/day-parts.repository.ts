import type { Transaction } from '../../../kernel/database/database.ts';
import type { SalesPartsTable } from '../../../kernel/database/schema.ts';
import { inParts } from '../../../platform/database/query.ts';
import type { DayPart } from './day-parts.pure.ts';

const partKey = ['kind', 'code', 'name', 'counts_as'] as const;
const partFigures = ['gross', 'discounts', 'promotions', 'refunds', 'amount', 'quantity', 'count'] as const;
const partValues = ['basis', 'trading_date', ...partFigures] as const;

/** Only what changed is written: a day is computed for each portion of its files. */
export async function replaceParts(
  tx: Transaction,
  {
    location_id,
    business_date,
    trading_date,
  }: Pick<SalesPartsTable, 'location_id' | 'business_date' | 'trading_date'>,
  parts: readonly DayPart[],
): Promise<void> {
  const textOf = (row: SalesPartsTable, columns: readonly (keyof SalesPartsTable)[]) =>
    JSON.stringify(columns.map((column) => row[column]));
  const keyOf = (row: SalesPartsTable) => textOf(row, partKey);
  const own = tx.selectFrom('sales_parts').where('location_id', '=', location_id);
  const stored = await own.where('business_date', '=', business_date).selectAll().execute();
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const rows = parts.map((part) => ({ location_id, business_date, trading_date, ...part }));
  const changed = rows.filter((row) => {
    const before = known.get(keyOf(row));
    known.delete(keyOf(row));
    return !before || textOf(before, partValues) !== textOf(row, partValues);
  });
  for (const { kind, code, name, counts_as } of known.values())
    await tx
      .deleteFrom('sales_parts')
      .where((eb) => eb.and({ location_id, business_date, kind, code, name, counts_as }))
      .execute();
  for (const some of inParts(changed))
    await tx
      .insertInto('sales_parts')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'business_date', ...partKey])
          .doUpdateSet((eb) =>
            Object.fromEntries(partValues.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
}
