import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../contract/http/endpoint.ts';
import type { getSalesTiles } from '../../../contract/registers.ts';
import { IconAlertTriangle, IconCurrencyDollar, IconPackage } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { formatClock } from '../../lib/format/format-date.ts';
import { formatDollars, unknownFigure } from '../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { salesTilesQuery } from '../registers/sales.api.ts';
import { useFiguresState } from './parts/use-figures-state.ts';
import { Tile, TileFailure, type TileProps } from './tile.tsx';

type Figures = Answer<typeof getSalesTiles>;

/** What the registers say. A chain without registers sees the texts of the specification. */
export function RegisterTiles() {
  const mayRead = useAccess().hasPermission('registers.read');
  const query = useQuery({ ...salesTilesQuery, enabled: mayRead });
  const { data, refetch, isFetching } = query;
  const { isOld, asOf, isSlow, failure } = useFiguresState(query);
  const waiting: Partial<TileProps> = {
    value: failure ? '–' : '…',
    note: isSlow && 'Still trying…',
    failure: failure && (
      <TileFailure
        text={messageOf(failure, 'Failed to load the figures of the registers')}
        isLoading={isFetching}
        onRetry={() => void refetch()}
      />
    ),
  };
  const shown = (of: (data: Figures) => Partial<TileProps> | null): Partial<TileProps> => {
    if (!mayRead) return {};
    if (!data) return waiting;
    const props = of(data);
    return props ? { isUnsourced: false, isOld, ...props, ...(asOf && { note: asOf }) } : {};
  };
  return (
    <>
      <Tile
        label="Revenue Today"
        value="$0"
        note="No register connected"
        isUnsourced
        icon={<IconCurrencyDollar size={22} />}
        {...shown(revenueTile)}
      />
      <Tile
        label="Active Products"
        value="0"
        note="No catalog connected"
        isUnsourced
        icon={<IconPackage size={22} />}
        {...shown(productsTile)}
      />
      <Tile
        label="Low Stock Items"
        value="0"
        note="No inventory connected"
        isUnsourced
        icon={<IconAlertTriangle size={22} />}
        {...shown(stockTile)}
      />
    </>
  );
}

function revenueTile({ revenue }: Figures): Partial<TileProps> | null {
  if (!revenue) return null;
  const { amount, as_of, reported, missing } = revenue;
  const share = `${formatNumber(reported)} of ${formatNumber(reported + missing)}`;
  return {
    value: formatDollars(amount),
    to: '/sales',
    note: (
      <>
        {missing > 0 ? (
          <Link to="/sales/reporting" className="relative z-1 underline">
            {share}
            <span className="max-md:sr-only"> reported</span>
          </Link>
        ) : (
          <>
            {share}
            <span className="max-md:sr-only"> reported</span>
          </>
        )}
        {as_of && `, as of ${formatClock(as_of)}`}
      </>
    ),
  };
}

/** No 0 before a file has named products: reports of departments name none. */
function productsTile({ revenue, products }: Figures): Partial<TileProps> | null {
  if (products) {
    return { value: formatNumber(products.active), to: '/products', note: 'Listed, or sold in 90 days' };
  }
  return (
    revenue && { value: unknownFigure, to: '/products', note: 'No active product known', isUnsourced: true }
  );
}

/** No 0 before somebody has said what is in stock. */
function stockTile({ revenue, stock }: Figures): Partial<TileProps> | null {
  if (stock) {
    return {
      value: formatNumber(stock.low),
      to: '/stock',
      note: `Stock known at ${countOf(stock.locations, 'location')}`,
    };
  }
  return revenue && { value: unknownFigure, to: '/stock', note: 'No stock list yet', isUnsourced: true };
}
