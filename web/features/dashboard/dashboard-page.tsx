import { useQuery } from '@tanstack/react-query';
import { noAccessMessage } from '../../../contract/errors.ts';
import { Button } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCurrencyDollar,
  IconPackage,
} from '../../components/icons/icons.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { dashboardQuery } from './dashboard.api.ts';
import { Tile } from './tile.tsx';

/** Four tiles, shown also while loading and after a failure. Only the number of locations has data behind it yet. */
export function DashboardPage() {
  const { product_name } = useAppConfig();
  const { profile } = useAuth();
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery);

  return (
    <>
      <PageTitle title="Dashboard" subtitle={`Welcome to ${product_name} store management`} />
      {profile?.roles.length === 0 && (
        <Alert tone="info" className="mb-4">
          {noAccessMessage}
        </Alert>
      )}
      {error && (
        <Alert tone="error" className="mb-4">
          {messageOf(error, 'Failed to load the dashboard')}{' '}
          <Button variant="link" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))] gap-4 max-md:grid-cols-2 max-md:gap-3">
        <Tile
          label="Total Locations"
          value={data ? formatNumber(data.total_locations) : error ? '–' : '…'}
          icon={<IconBuildingStore size={22} />}
        />
        <Tile label="Revenue Today" value="$0" icon={<IconCurrencyDollar size={22} />} />
        <Tile label="Active Products" value="0" icon={<IconPackage size={22} />} />
        <Tile label="Low Stock Items" value="0" icon={<IconAlertTriangle size={22} />} />
      </div>
    </>
  );
}
