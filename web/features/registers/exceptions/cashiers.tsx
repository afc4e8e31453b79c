import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { cashierLeast, type listCashiers } from '../../../../contract/sales-exceptions.ts';
import { RowsCard } from '../../../components/feed-page/rows-card.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatMoney, unknownFigure } from '../../../lib/format/format-money.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { cashiersQuery } from '../registers.api.ts';

type Cashier = Answer<typeof listCashiers>['cashiers'][number];

/** In the order of their numbers: this is no ranking. Nobody knows which user a number is. */
export function Cashiers({ location }: { location: string | undefined }) {
  const mayRead = useAccess().hasPermission('registers.cashiers');
  const query = useQuery({ ...cashiersQuery(location ?? ''), enabled: mayRead && Boolean(location) });
  if (!mayRead || !location) return null;
  return (
    <section aria-label="By cashier" className="mt-6">
      <h2 className="mb-2 font-semibold">By cashier, last 28 days</h2>
      <RowsCard
        label="Cashiers"
        query={query}
        rows={query.data?.cashiers}
        loading="Loading cashiers..."
        empty={{
          title: 'No cashier to show',
          text: `Shift reports of this location name no cashier with ${cashierLeast} transactions in 28 days.`,
        }}
      >
        {(cashiers) => (
          <PlainTable
            caption="By cashier"
            columns={columns}
            rows={cashiers}
            keyOf={({ cashier }) => cashier}
          />
        )}
      </RowsCard>
    </section>
  );
}

const perHundred = (share: number | null) =>
  share === null
    ? unknownFigure
    : share.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const columns: readonly PlainColumn<Cashier>[] = [
  { head: 'Cashier', cell: ({ cashier }) => `Cashier ${cashier}` },
  {
    head: 'Transactions',
    cell: ({ transactions }) => formatNumber(transactions),
    isNumber: true,
    isExtra: true,
  },
  { head: 'Refunds per 100', cell: ({ refunds }) => perHundred(refunds), isNumber: true, isExtra: true },
  { head: 'Voids per 100', cell: ({ voids }) => perHundred(voids), isNumber: true, isExtra: true },
  { head: 'No sales per 100', cell: ({ no_sales }) => perHundred(no_sales), isNumber: true, isExtra: true },
  {
    head: 'Over/short',
    cell: ({ over_short }) => (over_short === null ? unknownFigure : formatMoney(over_short)),
    isNumber: true,
    isExtra: true,
  },
];
