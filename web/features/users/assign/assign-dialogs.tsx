import { useQuery } from '@tanstack/react-query';
import { lostByLocations, lostByRoles } from '../../../../contract/access/own-access.ts';
import type { District } from '../../../../contract/districts.ts';
import type { LocationChoice } from '../../../../contract/locations.ts';
import type { Role } from '../../../../contract/roles.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { type Chosen, chosenOf } from '../../../lib/list/chosen.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import { LocationPicker, pickerHeight, useOpenLocations } from '../../../parts/choose/location-picker.tsx';
import { rolesQuery } from '../../roles/roles.api.ts';
import {
  type Assigned,
  type AssignedDistrict,
  replaceUserLocations,
  replaceUserRoles,
  userLocationsQuery,
  userRolesQuery,
} from '../users.api.ts';
import { AssignDialog, useAssignment } from './assign-dialog.tsx';
import { CoverEnds, useCoverEnds } from './cover-ends.tsx';
import { DistrictPicker } from './district-picker.tsx';
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
  const covers = useCoverEnds(id);
  const { query, selected, toggle, add, districts, toggleDistrict, dialog } = useAssignment({
    covers,
    query: userLocationsQuery(id),
    replace: (assigned, context) => replaceUserLocations(id, assigned, context),
    what: 'Locations',
    userId: id,
    onClose,
  });
  // Asked for together with the chosen ones.
  const choices = useOpenLocations();
  const all = useQuery(districtsQuery);
  const offered = offeredDistricts(query.data?.districts, all.data);
  const stored = all.isLoading ? undefined : query.data;
  const isLoaded = stored !== undefined && choices.data !== undefined && covers.isLoaded;
  const count = new Set([...selected.keys(), ...covers.ends.keys()]).size;
  // On a phone the keyboard would cover the list.
  const isPhone = useMediaQuery('(width < 48rem)');
  const throughOf = ({ district_id }: LocationChoice) =>
    offered.find((one) => one.id === district_id && districts.has(one.id))?.name;
  return (
    <AssignDialog {...dialog} isLoaded={isLoaded} {...useOwnLoss({ id, query, selected, districts })}>
      <QueryView
        query={{ ...query, data: stored }}
        loading="Loading locations..."
        failed="Failed to load locations"
        className={pickerHeight}
      >
        {({ rows }) => (
          <>
            {offered.length > 0 && (
              <DistrictPicker districts={offered} chosen={districts} onToggle={toggleDistrict} />
            )}
            <LocationPicker
              choices={choices}
              first={rows}
              selected={selected}
              onToggle={toggle}
              onAdd={add}
              userId={id}
              autoFocus={!isPhone && offered.length === 0}
              isLow={offered.length > 0}
              throughOf={throughOf}
            />
          </>
        )}
      </QueryView>
      {isLoaded && (
        <CoverEnds covers={covers} selected={selected} assigned={chosenOf(query.data?.rows ?? [])} />
      )}
      <p role="status" className={classes('mt-3 font-medium', !isLoaded && 'invisible')}>
        {describeChosen(count, districts.size)}
      </p>
    </AssignDialog>
  );
}

/** Those that the user has come first; of the others those that the actor may give. */
function offeredDistricts(
  given: readonly AssignedDistrict[] = [],
  all: readonly District[] = [],
): readonly AssignedDistrict[] {
  const has = new Set(given.map(({ id }) => id));
  const others = all.filter(({ id, is_whole }) => is_whole && !has.has(id));
  return [...given, ...others.map((one) => ({ ...one, is_mine: true }))];
}

function describeChosen(locations: number, districts: number) {
  if (districts === 0) return `${locations} location(s) selected`;
  return `${countOf(locations, 'location')} and ${countOf(districts, 'district')} selected`;
}

interface Choosing {
  id: string;
  query: { data: Assigned<LocationChoice, AssignedDistrict> | undefined };
  selected: Chosen<unknown>;
  districts: Chosen<unknown>;
}

function useOwnLoss({ id, query, selected, districts }: Choosing) {
  const { profile } = useAuth();
  const { keepsOwnAccess } = useAccess();
  if (!profile || !keepsOwnAccess(id)) return { lost: null, isRefused: false };
  const { rows = [], districts: whole = [] } = query.data ?? {};
  const through = whole.filter((one) => districts.has(one.id));
  const left = selected.size + through.reduce((sum, one) => sum + one.location_count, 0);
  const refused = lostByLocations(profile.locations, left);
  if (refused) return { lost: refused, isRefused: true };
  const isStill = (one: LocationChoice) => selected.has(one.id) || districts.has(one.district_id ?? '');
  const lost = [...rows.filter((one) => !isStill(one)), ...whole.filter((one) => !districts.has(one.id))];
  const names = lost.map(({ name }) => name).join(', ');
  return { lost: lost.length > 0 ? `access to ${names}` : null, isRefused: false };
}
