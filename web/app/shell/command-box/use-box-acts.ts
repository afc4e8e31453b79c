import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { signOut } from '../../../lib/account/auth-store.ts';
import { chooseTheme, useTheme } from '../../../lib/browser/theme.ts';
import { addLocationAct, locationActs, useLocationActs } from '../../../parts/acts/location-acts.ts';
import { addUserAct, type UserAct, userActs, useUserActs } from '../../../parts/acts/user-acts.ts';
import {
  type ActOfKind,
  type BoxAct,
  type BoxEntry,
  type BoxLink,
  type BoxResult,
  staysOpen,
} from './box-results.ts';

export const actsOfKind: readonly ActOfKind[] = [
  ...Object.values(userActs).map(({ label }) => ({ kind: 'user', label }) as const),
  ...Object.values(locationActs).map(({ label }) => ({ kind: 'location', label }) as const),
];

/** What may be done to a found row. Acts that ask something open their dialog on the page of the row. */
export function useActsOfRows(onDeactivate: (user: UserRow) => void) {
  const client = useQueryClient();
  const users = useUserActs();
  const locations = useLocationActs();
  const { isSelf } = useAccess();

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
    return { link: { to: '/users/$userId', params: { userId: id }, search } };
  }

  function actsOfUser(user: UserRow): BoxAct[] {
    return [...users.may(user)].map(([name, { whyNot }]) => ({
      ...{ label: userActs[name].label, whyNot },
      ...doToUser(name, user),
    }));
  }

  function actsOfLocation(location: Location): BoxAct[] {
    const { id } = location;
    return [...locations.may(location)].map(([name, { whyNot }]) => {
      const { label, dialog } = locationActs[name];
      return { label, whyNot, link: { to: '/locations/$id', params: { id }, search: { dialog, id } } };
    });
  }

  const allowed = [
    ...users.allowed.map((name) => ({ kind: 'user', label: userActs[name].label }) as const),
    ...locations.allowed.map((name) => ({ kind: 'location', label: locationActs[name].label }) as const),
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
  const { mayAct, mayImport, hasRegisters } = useAccess();
  const { other } = useTheme();
  const subjects = Object.keys(importLabels) as RunSubject[];
  const importable = subjects.filter((about) => mayImport(about) && (about !== 'stock' || hasRegisters));
  const adding = { search: { dialog: 'add' } };
  return [
    ...(mayAct('addUser') ? [opening(addUserAct.label, { to: '/users', ...adding })] : []),
    ...(mayAct('addLocation') ? [opening(addLocationAct.label, { to: '/locations', ...adding })] : []),
    ...importable.map((about) => opening(importLabels[about], { to: '/import/$about', params: { about } })),
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
