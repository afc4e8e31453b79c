import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addRecent } from '../../../contract/search.ts';
import { call } from '../../lib/http/http.ts';
import { recentKey } from '../../lib/network/query-keys.ts';

/** Counts the users and locations whose pages are opened, for the command box. Not worth a word when it fails. */
export function useRememberRows() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  useEffect(() => {
    // The access list is of all users.
    const [, list, id] = /^\/(user|location)s\/((?!access-list$)[^/]+)$/.exec(pathname) ?? [];
    if (!list || !id) return;
    const kind = list as 'user' | 'location';
    call(addRecent, { body: { kind, id } }).then(
      ({ recent }) => client.setQueryData(recentKey, recent),
      () => {},
    );
  }, [pathname, client]);
}
