import { waitingReasons } from '../../../../contract/location-access.ts';
import { usePageSearch } from '../../../lib/url/page-search.ts';

/** The reason in the URL by which the users who wait are filtered; undefined for all. */
export function useWaitingReason() {
  const { reason } = usePageSearch();
  return waitingReasons.find((known) => known === reason);
}
