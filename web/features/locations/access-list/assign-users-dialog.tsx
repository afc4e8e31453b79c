import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userKey } from '../../../../contract/lists/search-key.ts';
import type { Location } from '../../../../contract/locations.ts';
import type { RoleRef } from '../../../../contract/roles.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { pickerProps } from '../../../components/form/choices.tsx';
import { EntityPicker } from '../../../components/form/entity-picker.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { type Chosen, toggled } from '../../../lib/list/chosen.ts';
import { useChoices } from '../../../lib/list/use-choices.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { userChoices } from '../../../parts/choose/user-choices.api.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { assignUsers } from './location-access.api.ts';

/** After a refusal, the users who are still picked are not assigned yet. */
export function AssignUsersDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const [picked, setPicked] = useState<Chosen<UserRow>>(new Map());
  const toggle = (user: UserRow) => setPicked((before) => toggled(before, user));
  const save = useSave({
    mutationFn: async (_, context) => {
      const users = [...picked.values()];
      await assignUsers(location.id, users, toggle, context);
      return users;
    },
    onSuccess: (assigned) => {
      onClose();
      const who = assigned.length === 1 ? displayName(assigned[0] as UserRow) : `${assigned.length} users`;
      showToast({ text: `${who} assigned to ${location.name}` });
    },
  });

  return (
    <SaveDialog
      width="wide"
      isTall
      title="Assign Users"
      submitLabel="Assign"
      isDisabled={picked.size === 0}
      isChanged={picked.size > 0}
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <ClippedText className="-mt-2 mb-3 text-ink-soft">{location.name}</ClippedText>
      <UserPicker locationId={location.id} picked={picked} onToggle={toggle} disabled={save.isPending} />
      <p role="status" className="mt-3 font-medium">
        {picked.size} user(s) selected
      </p>
    </SaveDialog>
  );
}

interface UserPickerProps {
  /** Users assigned to this location are not offered. */
  locationId: string;
  picked: Chosen<UserRow>;
  onToggle: (user: UserRow) => void;
  disabled: boolean;
}

function UserPicker({ locationId, picked, onToggle, disabled }: UserPickerProps) {
  const choices = useChoices(userChoices, { location: { isNot: true, values: [locationId] } });
  const { data: roles = [] } = useQuery(rolesQuery);
  return (
    <QueryView query={choices} loading="Loading users..." className="py-8">
      {(rows) => (
        <EntityPicker
          label="Users"
          placeholder="Search users by name, email, or phone..."
          {...pickerProps(choices, rows, {
            failed: messageOf(choices.error, 'Loading failed'),
            none: choices.of ? 'No users found' : 'All users you can assign are here already',
          })}
          autoFocus
          heightInRows={choices.total}
          selected={new Set(picked.keys())}
          chosen={[...picked.values()]}
          keyOf={userKey}
          onToggle={onToggle}
          renderRow={(user) => renderUser(user, roles)}
          disabled={disabled}
          chips={{
            label: 'Chosen users',
            chosen: [...picked.values()].map((user) => ({ id: user.id, name: displayName(user) })),
            onRemove: (id) => {
              const user = picked.get(id);
              if (user && !disabled) onToggle(user);
            },
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
