import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { Button } from '../../../../components/button/button.tsx';
import { ClippedText } from '../../../../components/display/clipped-text.tsx';
import { Panel } from '../../../../components/display/panel.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../../../components/feedback/outage.ts';
import { usePageDialog } from '../../../../lib/url/page-url.ts';
import { userActs, useUserActs } from '../../../../parts/acts/user-acts.ts';
import { RoleBadge } from '../../../../parts/badges/role-badge.tsx';
import { rolesQuery } from '../../../roles/roles.api.ts';
import { AccessSentence } from './access-sentence.tsx';
import { GrantGroup } from './grant-group.tsx';
import { GrantRow } from './grant-row.tsx';
import { useRemoval } from './use-removal.ts';

export interface AccessCardProps {
  user: UserRow | undefined;
  query: UseQueryResult<UserAccess>;
}

export function AccessCard({ user, query }: AccessCardProps) {
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const { may } = useUserActs();
  const access = query.data;
  const isOutage = useIsOutageShown();
  const acts = user && may(user);
  const removal = useRemoval(user, access);
  const { data: roles = [] } = useQuery(rolesQuery);
  const everywhere = roles.find(
    ({ id, permissions }) => user?.role_ids.includes(id) && permissions.includes('locations.all'),
  );

  const button = (name: 'roles' | 'locations') => {
    const { label, dialog } = userActs[name];
    const allowed = acts?.get(name);
    return (
      allowed &&
      user && (
        <Button
          variant="secondary"
          disabled={allowed.whyNot !== undefined}
          data-tooltip={allowed.whyNot}
          onClick={() => openDialog(dialog, user.id)}
        >
          {label}
        </Button>
      )
    );
  };

  return (
    <Panel isFlush title="Access" description={<AccessSentence user={user} />}>
      {/* The border of the first group coincides with the border below the header. */}
      <div className="-mt-px">
        {query.error && !access && !isOutage ? (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <GrantGroup
              title="Roles"
              rows={access?.roles}
              readAt={query.dataUpdatedAt}
              expected={user?.role_ids.length ?? 1}
              none="No roles"
              action={button('roles')}
            >
              {({ id, name, color, description, granted }, left) => (
                <GrantRow id={id} name={name} left={left} granted={granted} removal={removal('role', id)}>
                  <span className="flex min-w-0 items-center gap-3">
                    <RoleBadge name={name} color={color} />
                    <ClippedText className="min-w-0 text-small text-ink-soft max-lg:hidden">
                      {description}
                    </ClippedText>
                  </span>
                </GrantRow>
              )}
            </GrantGroup>
            <GrantGroup
              title="Locations"
              rows={access?.locations}
              readAt={query.dataUpdatedAt}
              expected={user?.location_ids.length ?? 1}
              none={everywhere ? `All locations, through the role ${everywhere.name}` : 'No locations'}
              action={button('locations')}
            >
              {({ id, name, city, state, granted }, left) => (
                <GrantRow id={id} name={name} left={left} granted={granted} removal={removal('location', id)}>
                  <span className="flex min-w-0 items-baseline gap-3">
                    <Link
                      to="/locations/$id"
                      params={{ id }}
                      data-row-main
                      className="min-w-0 rounded-badge font-medium underline-offset-3 after:absolute after:inset-0 hover:underline"
                    >
                      <ClippedText>{name}</ClippedText>
                    </Link>
                    <span className="text-small whitespace-nowrap text-ink-soft">
                      {city}, {state}
                    </span>
                  </span>
                </GrantRow>
              )}
            </GrantGroup>
          </>
        )}
      </div>
    </Panel>
  );
}
