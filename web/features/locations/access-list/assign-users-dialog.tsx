import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { CancelButton } from '../../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { useSave } from '../../../lib/form/use-save.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { nameOf } from './access-texts.ts';
import { assignUser, refreshAccessList } from './location-access.api.ts';
import { UserPicker } from './user-picker.tsx';

export interface AssignUsersDialogProps {
  location: Location;
  onClose: () => void;
}

/**
 * Assigns one picked user after the other. Who is assigned leaves the picked ones, so that after a refusal
 * those who are left are the ones still to do.
 */
export function AssignUsersDialog({ location, onClose }: AssignUsersDialogProps) {
  const client = useQueryClient();
  const [picked, setPicked] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const save = useSave({
    mutationFn: async (_, signal) => {
      for (const user of picked.values()) {
        try {
          await assignUser(location.id, user.id, signal);
        } catch (error) {
          throw new Error(`${nameOf(user)}: ${messageOf(error, 'Saving failed')}`, { cause: error });
        }
        setPicked((before) => without(before, user.id));
      }
    },
    onSuccess: onClose,
    onSettled: () => void refreshAccessList(client),
  });

  function toggle(user: UserRow) {
    setPicked((before) =>
      before.has(user.id) ? without(before, user.id) : new Map(before).set(user.id, user),
    );
  }
  return (
    <Dialog
      open
      width="wide"
      title="Assign Users"
      onClose={onClose}
      isChanged={picked.size > 0}
      onSubmit={(event) => {
        event.preventDefault();
        if (picked.size > 0) save.mutate();
      }}
      busy={save.isPending}
      error={save.error?.message}
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            disabled={picked.size === 0}
            loading={save.isPending}
            loadingLabel="Saving..."
          >
            Assign
          </Button>
        </>
      }
    >
      <ClippedText className="-mt-2 mb-3 text-ink-soft">{location.name}</ClippedText>
      <UserPicker locationId={location.id} picked={picked} onToggle={toggle} disabled={save.isPending} />
      <p role="status" className="mt-3 font-medium">
        {picked.size} makeUser(s) selected
      </p>
    </Dialog>
  );
}

function without(users: ReadonlyMap<string, UserRow>, id: string) {
  const rest = new Map(users);
  rest.delete(id);
  return rest;
}
