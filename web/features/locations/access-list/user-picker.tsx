import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isNumber } from '../../../../contract/lists/search-key.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EntityPicker, useRankedRows } from '../../../components/form/entity-picker.tsx';
import { whyNoRows } from '../../../lib/directory/index.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { type ListedUser, useUsers } from '../../users/users.api.ts';

export interface UserPickerProps {
  /** Users assigned to this location are not offered. */
  locationId: string;
  picked: ReadonlyMap<string, UserRow>;
  onToggle: (user: UserRow) => void;
  disabled: boolean;
}

export function UserPicker({ locationId, picked, onToggle, disabled }: UserPickerProps) {
  const [text, setText] = useState('');
  const view = useUsers(text, { offered: { location: { isNot: true, values: [locationId] } } });
  const { data: roles = [] } = useQuery(rolesQuery);
  const selected = new Set(picked.keys());
  const isOffered = useCallback(
    ({ location_ids }: ListedUser) => !location_ids.includes(locationId),
    [locationId],
  );
  const { rows, left } = useRankedRows(view, text, isOffered);
  const exact = rows.find(({ employee_number }) => isNumber(text, employee_number));
  const nobodyYet = view.windows ? 'Search for the users to assign' : 'Loading users...';
  const nobodyToAssign = view.complete ? 'All users you can assign are here already' : nobodyYet;
  const noneFound = text.trim() ? 'No users found' : nobodyToAssign;

  const toggle = (id: string) => {
    const user = picked.get(id) ?? view.data?.byId.get(id);
    if (user && !disabled) onToggle(user);
  };

  return (
    <QueryView query={view} loading="Loading users..." className="py-8">
      {() => (
        <EntityPicker
          label="Users"
          placeholder="Search users by name, email, or phone..."
          text={text}
          onTextChange={setText}
          searching={view.searching}
          autoFocus
          rows={rows}
          left={left}
          exact={exact?.id}
          heightInRows={view.total}
          empty={whyNoRows(view, noneFound)}
          selected={selected}
          onToggle={toggle}
          renderRow={(user) => renderUser(user, roles)}
          disabled={disabled}
          chips={{
            label: 'Chosen users',
            chosen: [...picked.values()].map((user) => ({ id: user.id, name: displayName(user) })),
            onRemove: toggle,
          }}
        />
      )}
    </QueryView>
  );
}

/** With the roles, because who looks for a manager must see who is one. */
function renderUser(user: UserRow, roles: readonly RoleRef[]) {
  const named = roles.filter(({ id }) => user.role_ids.includes(id)).map(({ name }) => name);
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <ClippedText className="leading-tight font-medium">{displayName(user)}</ClippedText>
        <ClippedText className="text-small leading-tight text-ink-soft font-unkerned">
          {[user.email, ...named].join(' · ')}
        </ClippedText>
      </span>
      {!user.is_active && <StatusBadge isActive={false} />}
    </span>
  );
}
