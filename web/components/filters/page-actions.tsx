import { Button } from '../button/button.tsx';
import { IconDownload, IconRefresh } from '../icons/icons.ts';

export interface Download {
  isPending: boolean;
  mutate: () => void;
}

/** Downloads the list as it is filtered. */
export function ExportButton({ download }: { download: Download }) {
  return (
    <Button
      variant="secondary"
      icon={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      loadingLabel="Exporting..."
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}

interface Refetched {
  isRefetching: boolean;
  refetch: () => Promise<unknown>;
}

export function RefreshButton({ query }: { query: Refetched }) {
  return (
    <Button
      variant="secondary"
      icon={<IconRefresh size={18} aria-hidden="true" />}
      loading={query.isRefetching}
      onClick={() => void query.refetch()}
    >
      Refresh
    </Button>
  );
}
