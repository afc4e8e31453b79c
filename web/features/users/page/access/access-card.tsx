import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Permission } from '../../../../../contract/access/permissions.ts';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import { displayName, type UserRow } from '../../../../../contract/users.ts';
import { Button, buttonClasses } from '../../../../components/button/button.tsx';
import { ClippedText } from '../../../../components/display/clipped-text.tsx';
import { Panel } from '../../../../components/display/panel.tsx';
import { ErrorState } from '../../../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../../../components/feedback/outage.tsx';
import { showToast } from '../../../../components/toast/toasts.ts';
import { useAccess } from '../../../../lib/account/access.ts';
import { describePermissions } from '../../../../lib/account/describe-permissions.ts';
import { classes } from '../../../../lib/browser/classes.ts';
import { usePlaced } from '../../../../lib/browser/use-placed.ts';
import { countOf } from '../../../../lib/format/format-number.ts';
import { usePageDialog } from '../../../../lib/url/page-url.ts';
import { userActs, useUserActs } from '../../../../parts/acts/user-acts.ts';
import { RoleBadge } from '../../../../parts/badges/role-badge.tsx';
import { GrantGroup, GrantRow } from '../../../../parts/grants/grant-group.tsx';
import { GrantedBy, LocationReasons } from '../../../../parts/grants/granted-by.tsx';
import { rolesQuery, useMayGrant } from '../../../roles/roles.api.ts';
import { replaceUserLocations, replaceUserRoles } from '../../users.api.ts';
import type { ViewedUser } from '../user-page.api.ts';
import { DistrictsGroup } from './districts-group.tsx';
import { TokensGroup } from './tokens-group.tsx';

interface AccessCardProps {
  user: ViewedUser | undefined;
  query: UseQueryResult<UserAccess>;
}

export function AccessCard({ user, query }: AccessCardProps) {
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const { may } = useUserActs();
  const access = query.data;
  const isOutage = useIsOutageShown();
  const acts = user && may(user);
  const removal = useRemoval(user, access);
  const { data: roles, isPending } = useQuery(rolesQuery);
  const { hasPermission } = useAccess();
  const mayReadRoles = hasPermission('roles.read');
  const mayReadLog = hasPermission('audit.read');
  // How many lines the sentence has, and how many rows both groups.
  const isKnown = user !== undefined && !(isPending && mayReadRoles);
  const isPlaced = usePlaced(isKnown);
  const everywhere = roles?.find(
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
      <div className={classes('-mt-px', !isPlaced && 'opacity-0')}>
        {query.error && !access && !isOutage ? (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <GrantGroup
              title="Roles"
              rows={isKnown ? access?.roles : undefined}
              readAt={query.dataUpdatedAt}
              expected={isKnown ? user.role_ids.length : undefined}
              none="No roles"
              action={button('roles')}
            >
              {({ id, name, color, description, granted }, left) => (
                <GrantRow
                  id={id}
                  name={name}
                  left={left}
                  why={<GrantedBy granted={granted} />}
                  removal={removal('role', id)}
                >
                  <span className="flex min-w-0 items-center gap-3">
                    <RoleBadge name={name} color={color} />
                    <ClippedText className="min-w-0 text-small text-ink-soft max-lg:hidden">
                      {description}
                    </ClippedText>
                  </span>
                </GrantRow>
              )}
            </GrantGroup>
            {isKnown && (
              <GrantGroup
                title="Locations"
                rows={access?.locations}
                readAt={query.dataUpdatedAt}
                expected={user.location_ids.length}
                none={everywhere ? `All locations, through the role ${everywhere.name}` : 'No locations'}
                action={button('locations')}
              >
                {({ id, name, city, state, assigned, through }, left) => (
                  <GrantRow
                    id={id}
                    name={name}
                    left={left}
                    why={<LocationReasons assigned={assigned} through={through} />}
                    removal={assigned ? removal('location', id) : undefined}
                  >
                    <LocationName id={id} name={name} city={city} state={state} />
                  </GrantRow>
                )}
              </GrantGroup>
            )}
            {isKnown && <DistrictsGroup user={user} readAt={query.dataUpdatedAt} />}
            {isKnown && <TokensGroup tokens={access?.tokens} readAt={query.dataUpdatedAt} />}
            {user && mayReadLog && (
              <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4 print:hidden">
                <Link
                  to="/users/$userId/access"
                  params={{ userId: user.id }}
                  className={buttonClasses('link')}
                >
                  Access on another day…
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

type LocationNameProps = Pick<UserAccess['locations'][number], 'id' | 'name' | 'city' | 'state'>;

function LocationName({ id, name, city, state }: LocationNameProps) {
  return (
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
  );
}

type What = 'role' | 'location';

function useRemoval(user: UserRow | undefined, access: UserAccess | undefined) {
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
      else {
        const assigned = access.locations.filter((location) => location.assigned);
        await replaceUserLocations(user.id, rest(assigned), { client });
      }
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

/** It has two lines from the start. */
function AccessSentence({ user }: { user: UserRow | undefined }) {
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

type Described = Pick<UserRow, 'is_active' | 'invitation' | 'role_ids' | 'location_ids'>;

/** 'Can see 3 locations and their users. Can't change anything.' Future tense for a user who cannot sign in yet. */
export function describeUser(user: Described, held: readonly string[]): string {
  const access = describeAccess(user, [...new Set(held)] as Permission[]);
  const later = access.startsWith('Can see') || access.startsWith('Can do everything');
  if (user.is_active && user.invitation === 'joined') return access;
  const now = user.is_active ? "Can't sign in yet." : "Can't sign in.";
  if (!later) return `${now} ${access}`;
  const start = user.is_active ? 'Once joined, they can' : 'Once active again, they can';
  return `${now} ${access.replace(/^Can/, start)}`;
}

function describeAccess({ role_ids, location_ids }: Described, held: readonly Permission[]): string {
  if (role_ids.length === 0) return 'No role, so nothing to see or do.';
  const isEverywhere = held.includes('locations.all');
  const count = location_ids.length;
  if (!isEverywhere && count === 0) return 'No location, so nothing to see or do.';
  const sentence = describePermissions(held, countOf(count, 'location'));
  const changes = held.some((permission) => permission !== 'locations.all' && !permission.endsWith('.read'));
  const named = count === 1 && !isEverywhere ? sentence.replace('their users', 'its users') : sentence;
  return changes ? named : `${named} Can't change anything.`;
}
