import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import { displayName, type UserRow } from '../../../../../contract/users.ts';
import { showToast } from '../../../../components/toast/toasts.ts';
import { useUserActs } from '../../../../parts/acts/user-acts.ts';
import { rolesQuery, useMayGrant } from '../../../roles/roles.api.ts';
import { replaceUserLocations, replaceUserRoles } from '../../users.api.ts';

type What = 'role' | 'location';

export function useRemoval(user: UserRow | undefined, access: UserAccess | undefined) {
  const { may } = useUserActs();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const remove = useMutation({
    mutationFn: async ({ what, id }: { what: What; id: string }, { client }) => {
      if (!user || !access) return;
      const rest = (rows: readonly { id: string }[]) => ({
        rows: rows.filter((row) => row.id !== id),
        updated_at: access.updated_at,
      });
      if (what === 'role') await replaceUserRoles(user.id, rest(access.roles), { client });
      else await replaceUserLocations(user.id, rest(access.locations), { client });
    },
    onSuccess: (_, { what, id }) => {
      const name = (what === 'role' ? access?.roles : access?.locations)?.find((row) => row.id === id)?.name;
      if (user) showToast({ about: user.id, text: `${name} removed from ${displayName(user)}` });
    },
  });
  const acts = user && may(user);

  return (what: What, id: string) => {
    const allowed = acts?.get(what === 'role' ? 'roles' : 'locations');
    if (!allowed) return undefined;
    const role = what === 'role' ? roles.find((one) => one.id === id) : undefined;
    const isHigher = role && !mayGrant(role);
    const isThis = remove.variables?.what === what && remove.variables.id === id;
    return {
      run: () => remove.mutate({ what, id }),
      isPending: isThis && remove.isPending,
      error: isThis ? remove.error : null,
      whyNot: allowed.whyNot ?? (isHigher ? 'It allows more than your own roles do.' : undefined),
    };
  };
}
