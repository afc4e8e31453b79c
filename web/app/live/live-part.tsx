import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ChangeList, rowLists, type StreamEvents } from '../../../contract/changes.ts';
import { markRows } from '../../components/table/marked-row.ts';
import { useRowPress } from '../../components/table/row-press.ts';
import { tellAuditActivity } from '../../features/audit/newer-entries.ts';
import { dashboardKey } from '../../features/dashboard/dashboard.api.ts';
import { resetAccessLists } from '../../features/locations/access-list/location-access.api.ts';
import { receiveLocations, resetLocations } from '../../features/locations/locations.api.ts';
import { refreshNotifications } from '../../features/notifications/notifications.api.ts';
import { ownSessionsQuery } from '../../features/profile/profile.api.ts';
import { followRegisters } from '../../features/registers/registers.api.ts';
import { rolesQuery } from '../../features/roles/roles.api.ts';
import { refreshRuns, runsQuery } from '../../features/runs/runs.api.ts';
import { rememberNames } from '../../features/users/known-names.ts';
import { receiveUsers, resetUsers } from '../../features/users/users.api.ts';
import { loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { loadAppConfig } from '../../lib/http/app-config.ts';
import { type Changes, Live } from '../../lib/live/index.ts';
import { changeAsker, firstCursor } from '../../lib/network/change-log.ts';
import { notificationsKey } from '../../lib/network/query-keys.ts';
import { resetDistricts } from '../../parts/choose/district-choices.api.ts';
import { allViewsQuery } from '../../parts/views/views.api.ts';
import { useRememberRows } from './remember-rows.ts';

/** What lets screens follow the changes of others, and remembers what the user opens. It is loaded after the first rows. */
export function LivePart() {
  const { user } = useAuth();
  const client = useQueryClient();
  const id = user?.id;
  useRowPress();
  useRememberRows();
  useEffect(() => {
    if (id === undefined) return;
    const live = new Live(id, {
      onChanges: (changes) => followLists(changes, client),
      onActivity: tellAuditActivity,
      onYou: (about) => followYou(about, client),
    });
    const begin = () => {
      const cursor = firstCursor.get();
      if (cursor !== null) live.begin(cursor);
    };
    begin();
    const stopBeginning = firstCursor.subscribe(begin);
    changeAsker.set(() => live.ask());
    return () => {
      stopBeginning();
      changeAsker.set(null);
      live.stop();
    };
  }, [id, client]);
  return null;
}

/**
 * Puts the changes of others on the screens: rows into their lists, all else is asked for again where it is shown.
 * Resolves when that has come.
 */
function followLists(changes: Changes, client: QueryClient): Promise<unknown> {
  const { users, locations, changed, reset, scope_changed } = changes;
  const all = new Set<ChangeList>([...changed, ...reset]);
  const coming: Promise<unknown>[] = [];
  if (locations) {
    // The names on users, too.
    rememberNames({ locations: locations.rows });
    coming.push(receiveLocations(locations, client, markRows));
    all.add('locations');
  }
  if (users) {
    coming.push(receiveUsers(users, client, markRows));
    all.add('users');
  }
  if (reset.includes('users')) coming.push(resetUsers(scope_changed, client));
  if (reset.includes('locations')) coming.push(resetLocations(scope_changed, client));
  if (all.has('runs')) coming.push(refreshRuns(client));
  // The organization's name stands on every page.
  if (all.has('settings')) coming.push(loadAppConfig());
  if (all.has('users') || all.has('locations')) coming.push(resetAccessLists(client), resetDistricts(client));
  if (onDashboard.some((list) => all.has(list)))
    coming.push(client.invalidateQueries({ queryKey: dashboardKey }));
  // Their rows name locations.
  if (all.has('registers') || all.has('locations')) followRegisters(client);
  for (const list of all) {
    if (followed.includes(list)) continue;
    const queryKey = keys[list] ?? [list];
    coming.push(client.invalidateQueries({ queryKey }));
  }
  if (scope_changed) void loadProfile();
  return Promise.all(coming);
}

const onDashboard = ['users', 'locations', 'roles'] as const;

/** In their own way, above. */
const followed: readonly ChangeList[] = [...rowLists, 'registers'];

/** Of all others the key begins with the name of the list. */
const keys: Partial<Record<ChangeList, readonly unknown[]>> = {
  roles: rolesQuery.queryKey,
  views: allViewsQuery.queryKey,
  runs: runsQuery.queryKey,
  sessions: ownSessionsQuery.queryKey,
  notifications: notificationsKey,
};

function followYou(about: StreamEvents['you']['about'][number], client: QueryClient) {
  if (about === 'access') void loadProfile();
  if (about === 'session') void client.invalidateQueries(ownSessionsQuery);
  // What the reader sees of them depends on their access.
  else void refreshNotifications(client);
}
