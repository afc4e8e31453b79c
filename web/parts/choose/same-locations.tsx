import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LocationChoice } from '../../../contract/locations.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { Chosen } from '../../lib/list/chosen.ts';
import { reasonOf } from '../../lib/network/request-failed.ts';
import { openLocationsOf } from './location-choices.api.ts';
import { UserChoices } from './user-choices.tsx';

export interface SameLocationsProps {
  selected: Chosen<LocationChoice>;
  onAdd: (locations: readonly LocationChoice[]) => void;
  except?: string | undefined;
  listClassName: string;
  /** The locations to choose from. The users stand in their place, so that nothing else moves. */
  children: ReactNode;
}

/** Only open locations in the actor's scope. Saves nothing. */
export function SameLocations({ selected, onAdd, except, listClassName, children }: SameLocationsProps) {
  const [isOpen, setOpen] = useState(false);
  const { hasPermission } = useAccess();
  const add = useMutation({
    mutationFn: async (user: UserRow) => {
      const open = await openLocationsOf(user.location_ids);
      const added = open.filter(({ id }) => !selected.has(id));
      return { added, text: describe(displayName(user), open.length, added.length) };
    },
    onSuccess: ({ added }) => {
      onAdd(added);
      setOpen(false);
    },
  });
  if (!hasPermission('users.read')) return children;
  return (
    <>
      {isOpen ? (
        <UserChoices onChoose={add.mutate} except={except} listClassName={listClassName} />
      ) : (
        children
      )}
      <div className="mt-2 flex flex-wrap gap-x-4">
        <Button
          variant="link"
          onClick={() => {
            add.reset();
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Back to the locations' : 'Same locations as…'}
        </Button>
        <p role="status" className="text-small text-ink-soft">
          {add.error ? reasonOf(add.error) : add.data?.text}
        </p>
      </div>
    </>
  );
}

function describe(name: string, open: number, added: number): string {
  if (open === 0) return `${name} has no open locations that you can choose.`;
  if (added === 0) return `The locations of ${name} are chosen already.`;
  return `${added} ${added === 1 ? 'location' : 'locations'} of ${name} added to the chosen ones.`;
}
