import { useQuery } from '@tanstack/react-query';
import { type getDashboard, newLocationDays } from '../../../contract/dashboard.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { IconBuildingStore } from '../../components/icons/icons.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { dashboardQuery } from './dashboard.api.ts';
import { useFiguresState } from './parts/use-figures-state.ts';
import { RegisterTiles } from './register-tiles.tsx';
import { Tile, TileFailure } from './tile.tsx';

export function Tiles() {
  return (
    <div className="grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-md:gap-3">
      <LocationsTile />
      <RegisterTiles />
    </div>
  );
}

function LocationsTile() {
  const query = useQuery(dashboardQuery);
  const { data, refetch, isFetching } = query;
  const { isOld, asOf, isSlow, failure } = useFiguresState(query);
  return (
    <Tile
      label="Total Locations"
      to="/locations"
      value={data ? formatNumber(data.total_locations) : failure ? '–' : '…'}
      isOld={isOld}
      icon={<IconBuildingStore size={22} />}
      note={asOf ?? (data ? growthOf(data) : isSlow && 'Still trying…')}
      failure={
        failure && (
          <TileFailure
            text={messageOf(failure, 'Failed to load the dashboard')}
            isLoading={isFetching}
            onRetry={() => void refetch()}
          />
        )
      }
    />
  );
}

function growthOf({ total_locations, new_locations: count }: Answer<typeof getDashboard>) {
  if (total_locations === 0) return 'None yet';
  return count === 0
    ? `None added in ${newLocationDays} days`
    : `+${formatNumber(count)} in ${newLocationDays} days`;
}
