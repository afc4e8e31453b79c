import { type ReactNode, useState } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { Choices } from '../../../components/form/choices.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useLocations } from '../../locations/locations.api.ts';
import { type ListedUser, useUsers } from '../users.api.ts';

export interface SameLocationsProps {
  selected: ReadonlySet<string>;
  onAdd: (ids: readonly string[]) => void;
  except?: string | undefined;
  listClassName: string;
  /** The locations to choose from. The users stand in their place, so that nothing else moves. */
  children: ReactNode;
}

/** Only open locations in the actor's scope. Saves nothing. */
export function SameLocations({ selected, onAdd, except, listClassName, children }: SameLocationsProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const { hasPermission } = useAccess();
  const locations = useLocations('', { enabled: false });
  if (!hasPermission('users.read')) return children;

  function add(user: ListedUser) {
    const open = user.location_ids.filter((id) => locations.data?.byId.get(id)?.closed_on === null);
    const added = open.filter((id) => !selected.has(id));
    onAdd(added);
    setSaid(describe(displayName(user), open.length, added.length));
    setOpen(false);
  }

  return (
    <>
      {isOpen ? <UserChoices onChoose={add} except={except} listClassName={listClassName} /> : children}
      <div className="mt-2 flex flex-wrap gap-x-4">
        <Button
          variant="link"
          onClick={() => {
            setSaid('');
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Back to the locations' : 'Same locations as…'}
        </Button>
        <p role="status" className="text-small text-ink-soft">
          {said}
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

interface UserChoicesProps {
  onChoose: (user: ListedUser) => void;
  except: string | undefined;
  listClassName: string;
}

function UserChoices({ onChoose, except, listClassName }: UserChoicesProps) {
  const [text, setText] = useState('');
  const view = useUsers(text, { offered: {} });
  return (
    <Choices
      placeholder="Search users..."
      text={text}
      onTextChange={setText}
      view={view}
      nameOf={displayName}
      detailOf={({ email }) => email}
      isOffered={({ id }) => id !== except}
      onChoose={onChoose}
      listClassName={listClassName}
    />
  );
}
