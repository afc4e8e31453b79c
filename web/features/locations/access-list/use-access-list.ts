import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type AccessListName,
  type AccessListUser,
  waitingReasons,
} from '../../../../contract/location-access.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { accessListQuery } from './location-access.api.ts';

export function useWaitingReason() {
  return usePageUrl('/guarded/locations/$id', { reason: oneOf(waitingReasons) }).search.reason;
}

/** A list as the URL of the page asks for it: its search, and the reason of those who wait. */
export function useAccessList(locationId: string, list: AccessListName) {
  const { q = '' } = usePageUrl('/guarded/locations/$id').search;
  const chosen = useWaitingReason();
  const reason = list === 'cannot_see' ? chosen : undefined;
  const query = useInfiniteQuery(accessListQuery(locationId, list, q, reason));
  return { q, reason, query, users: query.data?.pages.flatMap((page) => page.users) ?? none };
}

const none: readonly AccessListUser[] = [];

/** A link to another state of the page, which stays where it is. */
export const onThisPage = { to: '.', state: true, replace: true, resetScroll: false } as const;
