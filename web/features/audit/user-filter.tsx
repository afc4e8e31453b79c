import { useState } from 'react';
import { useKnownUsers, useUsers } from '../users/users.api.ts';
import { Choices } from './choices.tsx';
import { FilterButton } from './filter-button.tsx';

export interface SubjectFilterProps {
  id: string | undefined;
  /** What the entries at hand call it: somebody deleted stands on no list any more. */
  nameAtHand: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Who did it, or whom it was done to. */
export function UserFilter({ id, nameAtHand, onChange }: SubjectFilterProps) {
  const known = useKnownUsers().rows.find((user) => user.id === id);
  const name = known ? known.full_name || known.email : nameAtHand;
  return (
    <FilterButton
      label="User"
      everything="Everybody"
      chosen={id ? (name ?? 'One user') : null}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <UserChoices
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </FilterButton>
  );
}

function UserChoices({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('');
  const view = useUsers(text);
  return (
    <Choices
      placeholder="Search users..."
      text={text}
      onTextChange={setText}
      view={view}
      nameOf={(user) => user.full_name || user.email}
      detailOf={(user) => user.email}
      onChoose={(user) => onChoose(user.id)}
    />
  );
}
