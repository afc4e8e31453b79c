import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type getDashboard, newLocationDays } from '../../../contract/dashboard.ts';
import type { Held } from '../../../contract/departments.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import type { getSalesTiles } from '../../../contract/registers.ts';
import { Button } from '../../components/button/button.tsx';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCurrencyDollar,
  IconPackage,
} from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { formatClock } from '../../lib/format/format-date.ts';
import { formatDollars, unknownFigure } from '../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { salesTilesQuery } from '../registers/registers.api.ts';
import { dashboardQuery } from './dashboard.api.ts';
import { useFiguresState } from './dashboard-card.tsx';
import { type OfDistricts, Tile, type TileProps } from './tile.tsx';

export function Tiles({ district }: OfDistricts) {
  return (
    <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-md:gap-3">
      <LocationsTile district={district} />
      <RegisterTiles district={district} />
    </div>
  );
}

function LocationsTile({ district }: OfDistricts) {
  const query = useQuery(dashboardQuery(district));
  const { data } = query;
  const { waiting, old } = useTileState(query, 'Failed to load the dashboard');
  return (
    <Tile
      label="Total Locations"
      to="/locations"
      search={{ district }}
      icon={<IconBuildingStore size={22} />}
      {...(data ? { value: formatNumber(data.total_locations), note: growthOf(data), ...old } : waiting)}
    />
  );
}

/** What a tile shows before its figures have come, and what else when they are old. */
function useTileState(query: UseQueryResult<unknown, Error>, failed: string) {
  const { isOld, asOf, isSlow, failure } = useFiguresState(query);
  const waiting = {
    value: failure ? '–' : '…',
    note: isSlow && 'Still trying…',
    failure: failure && (
      <span role="alert" className="text-bad">
        <span className="sr-only">{messageOf(failure, failed)} </span>
        Not loaded.{' '}
        <Button variant="link" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </span>
    ),
  };
  return { waiting, old: { isOld, ...(asOf && { note: asOf }) } };
}

function growthOf({ total_locations, new_locations: count }: Answer<typeof getDashboard>) {
  if (total_locations === 0) return 'None yet';
  return count === 0
    ? `None added in ${newLocationDays} days`
    : `+${formatNumber(count)} in ${newLocationDays} days`;
}

type Figures = Answer<typeof getSalesTiles>;

/** What the registers say. Until the chain has figures, everybody sees the texts of the specification. */
function RegisterTiles({ district }: OfDistricts) {
  const mayRead = useAccess().hasPermission('registers.read');
  const query = useQuery(salesTilesQuery(district));
  const { data } = query;
  const { waiting, old } = useTileState(query, 'Failed to load the figures of the registers');
  const shown = (of: (data: Figures) => Partial<TileProps>, before: Partial<TileProps>) => {
    if (!data) return waiting;
    if (!data.has_figures) return { ...before, isUnsourced: true, ...old };
    const none = { value: unknownFigure, note: "You can't see sales", isUnsourced: true };
    const tile = mayRead ? of(data) : none;
    return { ...(district && tile === noRegister ? noRegisterThere : tile), search: { district }, ...old };
  };
  return (
    <>
      <Tile
        label="Revenue Today"
        icon={<IconCurrencyDollar size={22} />}
        value="…"
        {...shown((data) => revenueTile(data, { district }), { value: '$0', note: 'No register connected' })}
      />
      <Tile
        label="Active Products"
        icon={<IconPackage size={22} />}
        value="…"
        {...shown(productsTile, { value: '0', note: 'No catalog connected' })}
      />
      <Tile
        label="Low Stock Items"
        icon={<IconAlertTriangle size={22} />}
        value="…"
        {...shown(stockTile, { value: '0', note: 'No inventory connected' })}
      />
    </>
  );
}

const noRegister = { value: unknownFigure, note: 'No register at your locations', isUnsourced: true };
const noRegisterThere = { ...noRegister, note: 'No register at these locations' };

function revenueTile({ revenue }: Figures, search: OfDistricts): Partial<TileProps> {
  if (!revenue) return noRegister;
  const { amount, as_of, reported, missing, yesterday, held } = revenue;
  const heldToday = yesterday === null && heldOf(held);
  const share = (
    <span className={heldToday && missing === 0 ? 'max-md:sr-only' : undefined}>
      {formatNumber(reported)} of {formatNumber(reported + missing)}
      <span className={yesterday === null ? 'max-md:sr-only' : undefined}> reported</span>
    </span>
  );
  return {
    value: formatDollars(amount),
    isUnsourced: amount === null,
    to: '/sales',
    note: (
      <>
        {missing > 0 ? (
          <Link to="/sales/reporting" search={search} className="relative z-1 underline">
            {share}
          </Link>
        ) : (
          share
        )}
        {heldToday && (
          <>
            <span className="max-md:sr-only">, </span>
            <span className="max-md:block">{heldToday}</span>
          </>
        )}
        {yesterday === null ? (
          !heldToday && as_of && `, as of ${formatClock(as_of)}`
        ) : (
          <span className="max-md:sr-only">, yesterday {formatDollars(yesterday)}</span>
        )}
      </>
    ),
  };
}

/** What the sum holds that nobody decided about: Sales says all of it. */
function heldOf({ undecided, proposed_excluded }: Held): string | null {
  if (undecided) return `${formatDollars(undecided.amount)} undecided`;
  return proposed_excluded && `without ${formatDollars(proposed_excluded.amount)} (proposed)`;
}

/** No 0 before a file has named products: reports of departments name none. */
function productsTile({ revenue, products }: Figures): Partial<TileProps> {
  if (products) {
    return {
      value: formatNumber(products.active),
      to: '/products',
      note: (
        <>
          Listed, or sold <span className="max-md:sr-only">in 90 days</span>
        </>
      ),
    };
  }
  if (!revenue) return noRegister;
  return { value: unknownFigure, to: '/products', note: 'No active product known', isUnsourced: true };
}

/** No 0 before somebody has said what is in stock. */
function stockTile({ revenue, stock }: Figures): Partial<TileProps> {
  if (stock) {
    return {
      value: formatNumber(stock.low),
      to: '/stock',
      note: noteOfStock(stock),
    };
  }
  if (!revenue) return noRegister;
  return { value: unknownFigure, to: '/stock', note: 'No stock list yet', isUnsourced: true };
}

/** In a narrow tile there is space for one of both. */
function noteOfStock({ locations, recount }: NonNullable<Figures['stock']>) {
  const known = countOf(locations, 'location');
  if (recount === 0) return `Known at ${known}`;
  return (
    <>
      <span className="max-xl:sr-only">At {known}, </span>
      {formatNumber(recount)} to count again
    </>
  );
}
