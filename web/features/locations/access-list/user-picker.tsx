import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isNumber } from '../../../../contract/lists/search-key.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ChosenChips } from '../../../components/form/chosen-chips.tsx';
import { Picker } from '../../../components/form/picker.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { SelectedToggle } from '../../../components/form/selected-toggle.tsx';
import { SelectionList } from '../../../components/form/selection-list.tsx';
import { useOnlySelected } from '../../../components/form/use-only-selected.ts';
import { type DirectoryView, whyNoRows } from '../../../lib/directory/index.ts';
import { inRank } from '../../../lib/list/search-rank.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { type ListedUser, useUsers } from '../../users/users.api.ts';

export interface UserPickerProps {
  /** Users assigned to this location are not offered. */
  locationId: string;
  picked: ReadonlyMap<string, UserRow>;
  onToggle: (user: UserRow) => void;
  disabled: boolean;
}

/** The users in scope who are not assigned to the location yet, by name, with a search box. */
export function UserPicker({ locationId, picked, onToggle, disabled }: UserPickerProps) {
  const [text, setText] = useState('');
  const view = useUsers(text);
  const { data: roles = [] } = useQuery(rolesQuery);
  const selected = new Set(picked.keys());
  const { only, showOnly, toggle } = useOnlySelected(selected);
  const offered = useOffered(view, locationId, text);
  const rows = only ? offered.filter(({ id }) => only.has(id)) : offered;
  const exact = rows.find(({ employee_number }) => isNumber(text, employee_number));
  const nobodyToAssign = view.complete ? 'All users you can assign are here already' : 'Loading users...';
  const noneFound = text.trim() ? 'No users found' : nobodyToAssign;

  return (
    <QueryView query={view} loading="Loading users..." className="py-8">
      {() => (
        <>
          <Picker
            className="space-y-2"
            searching={view.searching}
            onPickExact={exact && !disabled ? () => onToggle(exact) : undefined}
          >
            <div className="flex gap-2">
              <SearchInput
                placeholder="Search users by name, email, or phone..."
                value={text}
                onValueChange={setText}
                searching={view.searching}
                autoFocus
                className="min-w-0 flex-1"
              />
              <SelectedToggle {...toggle} />
            </div>
            <SelectionList
              label="Users"
              rows={rows}
              heightInRows={view.total}
              empty={whyNoRows(view, noneFound)}
              selected={selected}
              onToggle={(id) => {
                const user = rows.find((row) => row.id === id);
                if (user) onToggle(user);
              }}
              renderRow={(user) => renderUser(user, roles)}
              disabled={disabled}
            />
          </Picker>
          <ChosenChips
            label="Chosen users"
            chosen={[...picked.values()].map((user) => ({ id: user.id, name: displayName(user) }))}
            onRemove={(id) => {
              const user = picked.get(id);
              if (user && !disabled) onToggle(user);
            }}
            onMore={showOnly}
          />
        </>
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

function useOffered(view: DirectoryView<ListedUser>, locationId: string, text: string) {
  const { count, row } = view;
  return useMemo(() => {
    const found = Array.from({ length: count }, (_, index) => row(index)).filter(
      (one) => one !== undefined && !one.location_ids.includes(locationId),
    ) as ListedUser[];
    return inRank(found, text);
  }, [count, row, locationId, text]);
}
