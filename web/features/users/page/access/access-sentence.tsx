import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '../../../../../contract/users.ts';
import { useAccess } from '../../../../lib/account/access.ts';
import { rolesQuery } from '../../../roles/roles.api.ts';
import { describeUser } from './describe-user.ts';

/** It has two lines from the start. */
export function AccessSentence({ user }: { user: UserRow | undefined }) {
  const { data: roles } = useQuery(rolesQuery);
  if (!useAccess().hasPermission('roles.read')) return null;
  return (
    <span className="block min-h-[2lh]">
      {user && roles ? (
        describeUser(
          user,
          roles.filter((role) => user.role_ids.includes(role.id)).flatMap((role) => role.permissions),
        )
      ) : (
        <span className="flex h-[1lh] items-center">
          <span className="h-3 w-3/4 rounded-full bg-line" />
        </span>
      )}
    </span>
  );
}
