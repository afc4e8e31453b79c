import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { signOut } from '../../../lib/account/auth-store.ts';
import { chooseTheme, useTheme } from '../../../lib/browser/theme.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import {
  addLocationAct,
  locationActs,
  reopenAct,
  useLocationActs,
} from '../../../parts/acts/location-acts.ts';
import { addUserAct, type UserAct, userActs, useUserActs } from '../../../parts/acts/user-acts.ts';
import { type ActOfKind, type BoxAct, type BoxEntry, type BoxLink, staysOpen } from './box-results.ts';
import { isHelpOpen } from './open-box.ts';
import { locationLink, userLink } from './screens.ts';

/** What may be done to a found row. Acts that ask something open their dialog on the page of the row. */
export function useActsOfRows(onDeactivate: (user: UserRow) => void) {
  const client = useQueryClient();
  const users = useUserActs();
  const locations = useLocationActs();
  const { isSelf, mayAct } = useAccess();
  const mayReopen = mayAct(reopenAct.act);
  const reopen = reopenAct.label;

  function doToUser(name: UserAct, user: UserRow): Pick<BoxAct, 'link' | 'run'> {
    const { id } = user;
    if (name === 'activate') return { run: () => activate(user, client) };
    if (name === 'deactivate' && !isSelf(id)) {
      return {
        run: () => {
          onDeactivate(user);
          return staysOpen;
        },
      };
    }
    const search = { dialog: userActs[name].dialog, id };
    return { link: { ...userLink(user), search } };
  }

  function actsOfUser(user: UserRow): BoxAct[] {
    return [...users.may(user)].map(([name, { whyNot }]) => ({
      ...{ label: userActs[name].label, whyNot },
      ...doToUser(name, user),
    }));
  }

  function actsOfLocation(location: Location): BoxAct[] {
    const { id } = location;
    const acts = [...locations.may(location)].map(([name, { whyNot }]): BoxAct => {
      const { label, dialog } = locationActs[name];
      return { label, whyNot, link: { ...locationLink(location), search: { dialog, id } } };
    });
    // Its page asks.
    return location.closed_on && mayReopen
      ? [...acts, { label: reopen, link: locationLink(location) }]
      : acts;
  }

  const allowed: ActOfKind[] = [
    ...users.allowed.map((name) => ({ kind: 'user', label: userActs[name].label }) as const),
    ...locations.allowed.map((name) => ({ kind: 'location', label: locationActs[name].label }) as const),
    ...(mayReopen ? [{ kind: 'location', label: reopen } as const] : []),
  ];
  return { actsOfUser, actsOfLocation, allowed };
}

/** Its toast offers Undo. The code comes when it is needed. */
async function activate(user: UserRow, client: QueryClient) {
  const { switchActive } = await import('../../../features/users/account/switch-active.ts');
  await switchActive(user, true, client);
}

const importLabels: Record<RunSubject, string> = {
  users: 'Import Users',
  locations: 'Import Locations',
  stock: 'Import Stock',
};

/** Acts that need no row. */
export function useGeneralActs(): BoxEntry[] {
  const { mayAct, mayImport, hasPermission, hasRegisters } = useAccess();
  const { other } = useTheme();
  const { support_url } = useAppConfig();
  const subjects = Object.keys(importLabels) as RunSubject[];
  const importable = subjects.filter((about) => mayImport(about) && (about !== 'stock' || hasRegisters));
  const adding = { search: { dialog: 'add' } };
  const inSettings = (tab: string) => ({ to: '/settings', search: { tab, dialog: 'add' } }) as const;
  const managesRegisters = hasPermission('registers.read') && hasPermission('registers.manage');
  return [
    ...(mayAct('addUser') ? [{ ...opening(addUserAct.label, addUser()), openWith: addUser }] : []),
    ...(mayAct('addLocation') ? [opening(addLocationAct.label, { to: '/locations', ...adding })] : []),
    ...(mayAct('manageDistricts') && hasPermission('districts.read')
      ? [opening('Add District', { to: '/districts', ...adding })]
      : []),
    ...importable.map((about) => opening(importLabels[about], { to: '/import/$about', params: { about } })),
    ...(managesRegisters ? [opening('Import sales', { to: '/import/sales' })] : []),
    ...(hasPermission('roles.read') && mayAct('manageRoles')
      ? [opening('Add Role', inSettings('roles'))]
      : []),
    ...(managesRegisters ? [opening('Connect register', inSettings('registers'))] : []),
    doing(`Switch to ${other} theme`, () => chooseTheme(other)),
    doing('Keyboard shortcuts', () => isHelpOpen.set(true)),
    ...(support_url ? [doing('Contact Support', () => window.open(support_url, '_blank', 'noopener'))] : []),
    doing('Logout', signOut),
  ];
}

/** The form begins with what was typed. */
export function addUser(typed?: string): BoxLink {
  return { to: '/users', search: { dialog: addUserAct.dialog, ...(typed && { id: typed }) } };
}

function opening(name: string, link: BoxLink): BoxEntry {
  return { result: { key: name, kind: 'act', name, detail: null, link } };
}

function doing(name: string, run: () => unknown): BoxEntry {
  return { result: { key: name, kind: 'act', name, detail: null, run } };
}
