import { useState } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { type Chosen, toggled } from '../../../lib/list/chosen.ts';
import { assignUsers } from './location-access.api.ts';
import { UserPicker } from './user-picker.tsx';

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
