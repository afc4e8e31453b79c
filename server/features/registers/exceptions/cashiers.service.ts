import type { SalesValue } from '../../../../contract/registers.ts';
import { cashierLeast, exceptionLimits } from '../../../../contract/sales-exceptions.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { requireLocation } from '../../locations/locations.service.ts';
import { sum } from '../figures/parts.pure.ts';
import { todayOf } from '../sales/selection.service.ts';
import { listTills } from '../sales/till.service.ts';

/** Of shifts whose report counts. @throws ApiError 404 out of scope. */
export async function listCashiers(ctx: Authorized<'registers.cashiers'>, id: string) {
  await requireLocation(ctx, id);
  const to = todayOf(ctx);
  const from = daysBefore(to, exceptionLimits.usual_days - 1);
  const shifts = [];
  for (let date = from; date <= to; date = daysBefore(date, -1))
    shifts.push(...(await listTills(reader(ctx), id, date)));
  const cashiers = [
    ...Map.groupBy(
      shifts.filter(({ cashier }) => cashier !== null),
      ({ cashier }) => cashier ?? '',
    ),
  ]
    .map(([cashier, own]) => ({ cashier, own, transactions: sum(own.map(({ sales }) => sales ?? 0)) }))
    .filter(({ transactions }) => transactions >= cashierLeast)
    .map(({ cashier, own, transactions }) => {
      const valuesOf = (code: SalesValue) =>
        own.flatMap(({ values }) => values.filter((one) => one.code === code));
      const share = (code: SalesValue) => {
        const counts = valuesOf(code).flatMap(({ count }) => count ?? []);
        return counts.length > 0 ? (sum(counts) * 100) / transactions : null;
      };
      const differences = valuesOf('over_short').flatMap(({ amount, basis }) =>
        basis === 'decided' ? (amount ?? []) : [],
      );
      return {
        ...{
          cashier,
          transactions,
          refunds: share('refunds'),
          voids: share('voids'),
          no_sales: share('no_sales'),
        },
        over_short: differences.length > 0 ? sum(differences) : null,
      };
    });
  const order = new Intl.Collator('en', { numeric: true });
  return { from, to, cashiers: cashiers.sort((a, b) => order.compare(a.cashier, b.cashier)) };
}
