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
import { assignPerson, refreshReach } from './location-access.api.ts';
import { PersonPicker } from './user-picker.tsx';

export interface AssignPeopleDialogProps {
  location: Location;
  onClose: () => void;
}

/**
 * Assigns one picked person after the other. Who is assigned leaves the picked ones, so that after a refusal
 * those who are left are the ones still to do.
 */
export function AssignPeopleDialog({ location, onClose }: AssignPeopleDialogProps) {
  const client = useQueryClient();
  const [picked, setPicked] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const save = useSave({
    mutationFn: async (_, signal) => {
      for (const person of picked.values()) {
        try {
          await assignPerson(location.id, person.id, signal);
        } catch (error) {
          throw new Error(`${nameOf(person)}: ${messageOf(error, 'Saving failed')}`, { cause: error });
        }
        setPicked((before) => without(before, person.id));
      }
    },
    onSuccess: onClose,
    onSettled: () => void refreshReach(client),
  });

  function toggle(person: UserRow) {
    setPicked((before) =>
      before.has(person.id) ? without(before, person.id) : new Map(before).set(person.id, person),
    );
  }
  return (
    <Dialog
      open
      width="wide"
      title="Assign People"
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
      <PersonPicker locationId={location.id} picked={picked} onToggle={toggle} disabled={save.isPending} />
      <p role="status" className="mt-3 font-medium">
        {picked.size} person(s) selected
      </p>
    </Dialog>
  );
}

function without(people: ReadonlyMap<string, UserRow>, id: string) {
  const rest = new Map(people);
  rest.delete(id);
  return rest;
}
