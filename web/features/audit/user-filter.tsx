import { useState } from 'react';
import { displayName } from '../../../contract/users.ts';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { Choices } from '../../components/form/choices.tsx';
import { useUsers } from '../users/users.api.ts';

export interface SubjectFilterProps {
  id: string | undefined;
  /** The user's name in the entries on screen, because deleted users are not in the list. */
  nameAtHand: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function UserFilter({ id, nameAtHand, onChange }: SubjectFilterProps) {
  const known = useUsers('', { enabled: false }).data?.byId.get(id ?? '');
  const name = known ? displayName(known) : nameAtHand;
  return (
    <FilterButton
      label="User"
      everything="All users"
      chosen={id ? (name ?? 'One user') : null}
      onChange={onChange}
    >
      {(choose) => <UserChoices onChoose={choose} />}
    </FilterButton>
  );
}

function UserChoices({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const view = useUsers(text, { offered: {} });
  return (
    <Choices
      placeholder="Search users..."
      text={text}
      onTextChange={setText}
      view={view}
      nameOf={displayName}
      detailOf={(user) => user.email}
      onChoose={(user) => onChoose(user.id)}
    />
  );
}
