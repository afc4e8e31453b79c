import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { type LocationAct, useLocationActs } from '../../../features/locations/use-location-acts.ts';
import { dialogOfAct, type UserAct, useUserActs } from '../../../features/users/use-user-acts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { signOut } from '../../../lib/account/auth-store.ts';
import { hasRegisters } from '../../../lib/account/has-registers.ts';
import { chooseTheme, useTheme } from '../../../lib/browser/theme.ts';
import {
  type ActOfKind,
  type BoxAct,
  type BoxEntry,
  type BoxLink,
  type BoxResult,
  staysOpen,
} from './box-results.ts';

const userLabels: Record<Exclude<UserAct, 'setActive'>, string> = {
  edit: 'Edit User',
  assignLocations: 'Assign Locations',
  assignRoles: 'Assign Roles',
  invite: 'Invite',
  delete: 'Delete User',
};
const stateLabels = { true: 'Deactivate', false: 'Activate' } as const;

const locationLabels: Record<LocationAct, string> = {
  edit: 'Edit Location',
  assign: 'Assign Users',
  close: 'Close Location',
  delete: 'Delete Location',
};

const labelsOf = {
  user: { ...userLabels, setActive: Object.values(stateLabels) },
  location: locationLabels,
};

export const actsOfKind: readonly ActOfKind[] = [
  ...ofKind('user', Object.values(labelsOf.user)),
  ...ofKind('location', Object.values(labelsOf.location)),
];

function ofKind(kind: ActOfKind['kind'], labels: readonly (string | string[])[]): ActOfKind[] {
  return labels.flat().map((label) => ({ kind, label }));
}

/** What may be done to a found row. Acts that ask something open their dialog on the page of the row. */
export function useActsOfRows(onDeactivate: (user: UserRow) => void) {
  const client = useQueryClient();
  const users = useUserActs();
  const locations = useLocationActs();
  const { isSelf } = useAccess();

  function actsOfUser(user: UserRow): BoxAct[] {
    const page = (dialog: string): BoxLink => ({
      ...{ to: '/users/$userId', params: { userId: user.id }, search: { dialog, id: user.id } },
    });
    return [...users.may(user)].map(([act, { whyNot }]) => {
      if (act !== 'setActive') return { label: userLabels[act], whyNot, link: page(dialogOfAct[act]) };
      const label = stateLabels[`${user.is_active}`];
      if (user.is_active && isSelf(user.id)) return { label, whyNot, link: page('deactivate') };
      const run = user.is_active
        ? () => {
            onDeactivate(user);
            return staysOpen;
          }
        : () => activate(user, client);
      return { label, whyNot, run };
    });
  }

  function actsOfLocation(location: Location): BoxAct[] {
    const { id } = location;
    return [...locations.may(location)].map(([act, { whyNot }]) => {
      const search = { dialog: act, id };
      return { label: locationLabels[act], whyNot, link: { to: '/locations/$id', params: { id }, search } };
    });
  }

  const allowed = [
    ...ofKind(
      'user',
      users.allowed.map((act) => labelsOf.user[act]),
    ),
    ...ofKind(
      'location',
      locations.allowed.map((act) => labelsOf.location[act]),
    ),
  ];
  return { actsOfUser, actsOfLocation, allowed };
}

/** Its toast offers Undo. The code comes when it is needed. */
async function activate(user: UserRow, client: QueryClient) {
  const { switchActive } = await import('../../../features/users/account/switch-active.ts');
  await switchActive(user, true, client);
}

/** Acts that need no row. */
export function useGeneralActs(): BoxEntry[] {
  const { mayAct, mayImport } = useAccess();
  const { theme } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    ...(mayAct('addUser') ? [opening('Add User', { to: '/users', search: { dialog: 'add' } })] : []),
    ...(mayAct('addLocation')
      ? [opening('Add Location', { to: '/locations', search: { dialog: 'add' } })]
      : []),
    ...(mayImport('users')
      ? [opening('Import Users', { to: '/import/$about', params: { about: 'users' } })]
      : []),
    ...(mayImport('locations')
      ? [opening('Import Locations', { to: '/import/$about', params: { about: 'locations' } })]
      : []),
    ...(mayImport('stock') && hasRegisters()
      ? [opening('Import Stock', { to: '/import/$about', params: { about: 'stock' } })]
      : []),
    { result: doing(`Switch to ${other} theme`, () => chooseTheme(other)) },
    { result: doing('Logout', signOut), words: 'sign out' },
  ];
}

function opening(name: string, link: BoxLink): BoxEntry {
  return { result: { key: name, kind: 'act', name, detail: null, link } };
}

function doing(name: string, run: () => unknown): BoxResult {
  return { key: name, kind: 'act', name, detail: null, run };
}
