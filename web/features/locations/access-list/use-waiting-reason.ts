import { waitingReasons } from '../../../../contract/location-access.ts';
import { usePageSearch } from '../../../lib/url/page-search.ts';

export function useWaitingReason() {
  const { reason } = usePageSearch();
  return waitingReasons.find((known) => known === reason);
}
