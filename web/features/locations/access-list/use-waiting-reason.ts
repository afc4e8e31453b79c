import { waitingReasons } from '../../../../contract/location-access.ts';
import { usePageUrl } from '../../../lib/url/page-url.ts';

export function useWaitingReason() {
  const { reason } = usePageUrl('/guarded/locations/$id').search;
  return waitingReasons.find((known) => known === reason);
}
