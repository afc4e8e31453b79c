import { useQuery } from '@tanstack/react-query';
import { lostByLocations, lostByRoles } from '../../../../contract/access/own-access.ts';
import type { Role } from '../../../../contract/roles.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import type { Chosen } from '../../../lib/list/chosen.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { LocationPicker, pickerHeight, useOpenLocations } from '../../../parts/choose/location-picker.tsx';
import { rolesQuery } from '../../roles/roles.api.ts';
import { replaceUserLocations, replaceUserRoles, userLocationsQuery, userRolesQuery } from '../users.api.ts';
import { AssignDialog, useAssignment } from './assign-dialog.tsx';
import { RolePicker, RolesView } from './role-picker.tsx';

/** Actors grant and revoke only roles whose permissions they hold themselves. */
export function AssignRolesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { query, selected, toggle, dialog } = useAssignment({
    query: userRolesQuery(id),
    replace: (assigned, context) => replaceUserRoles(id, assigned, context),
    what: 'Roles',
    userId: id,
    onClose,
  });
  const roles = useQuery(rolesQuery);
  const { isSelf, keepsOwnAccess } = useAccess();
  const first = query.data?.rows.map((role) => role.id) ?? [];
  const lost = isSelf(id) && roles.data && query.data ? lostBy(roles.data, first, selected) : null;

  return (
    <AssignDialog
      {...dialog}
      isLoaded={query.data !== undefined && roles.data !== undefined}
      lost={lost}
      isRefused={lost !== null && keepsOwnAccess(id)}
    >
      <p className="mb-3">Select the roles for this user. Multiple roles can be assigned:</p>
      <RolesView query={roles}>
        {(all) => (
          <QueryView query={query} {...states}>
            {() => (
              <>
                <RolePicker roles={all} selected={selected} onToggle={toggle} />
                <div role="status" className="mt-3 flex h-13 flex-wrap content-start items-center gap-1.5">
                  <span className="mr-1 font-medium">{selected.size} role(s) selected</span>
                  <SelectedBadges roles={all.filter((role) => selected.has(role.id))} />
                </div>
              </>
            )}
          </QueryView>
        )}
      </RolesView>
    </AssignDialog>
  );
}

const badgesShown = 6;

function SelectedBadges({ roles }: { roles: readonly Role[] }) {
  const rest = roles.slice(badgesShown).map(({ name }) => name);
  return (
    <>
      {roles.slice(0, badgesShown).map(({ id, name, color }) => (
        <RoleBadge key={id} name={name} color={color} />
      ))}
      {rest.length > 0 && (
        <span className="text-small text-ink-soft">
          +{rest.length} more<span className="sr-only">: {rest.join(', ')}</span>
        </span>
      )}
    </>
  );
}

const states = { loading: 'Loading roles...', failed: 'Failed to load roles', className: 'py-8' };

function lostBy(roles: readonly Role[], before: readonly string[], selected: Chosen<unknown>) {
  const removed = roles.filter(({ id }) => before.includes(id) && !selected.has(id));
  const chosen = roles.filter(({ id }) => selected.has(id));
  return lostByRoles(removed, chosen);
}

export function AssignLocationsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { query, selected, toggle, add, dialog } = useAssignment({
    query: userLocationsQuery(id),
    replace: (assigned, context) => replaceUserLocations(id, assigned, context),
    what: 'Locations',
    userId: id,
    onClose,
  });
  // Asked for together with the chosen ones.
  const choices = useOpenLocations();
  const isLoaded = query.data !== undefined && choices.data !== undefined;
  // On a phone the keyboard would cover the list.
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <AssignDialog {...dialog} isLoaded={isLoaded} {...useOwnLoss(id, selected)}>
      <QueryView
        query={query}
        loading="Loading locations..."
        failed="Failed to load locations"
        className={pickerHeight}
      >
        {({ rows }) => (
          <LocationPicker
            choices={choices}
            first={rows}
            selected={selected}
            onToggle={toggle}
            onAdd={add}
            userId={id}
            autoFocus={!isPhone}
          />
        )}
      </QueryView>
      <p role="status" className={classes('mt-3 font-medium', !isLoaded && 'invisible')}>
        {selected.size} location(s) selected
      </p>
    </AssignDialog>
  );
}

function useOwnLoss(id: string, selected: Chosen<unknown>) {
  const { profile } = useAuth();
  const { keepsOwnAccess } = useAccess();
  const own = profile && keepsOwnAccess(id) ? profile.locations : [];
  const refused = lostByLocations(own, selected.size);
  if (refused) return { lost: refused, isRefused: true };
  const left = own.filter((location) => !selected.has(location.id));
  const lost = left.length > 0 ? `access to ${left.map(({ name }) => name).join(', ')}` : null;
  return { lost, isRefused: false };
}
