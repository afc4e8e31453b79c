import { useState } from 'react';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import {
  Choices,
  type ChoicesProps,
  ChooseOne,
  type ChooseOneProps,
} from '../../components/form/choices.tsx';
import { createPopup } from '../../lib/browser/popup.ts';
import { useChoices } from '../../lib/list/use-choices.ts';
import { userChoices, useUserNamed } from './user-choices.api.ts';

type UserChoicesProps = Pick<ChoicesProps<UserRow>, 'onChoose' | 'except' | 'listClassName'>;

const words = {
  placeholder: 'Search users...',
  nameOf: displayName,
  detailOf: ({ email }: UserRow) => email,
};

/** All users, of whom one is chosen. */
export function UserChoices(props: UserChoicesProps) {
  return <Choices {...words} choices={useChoices(userChoices)} {...props} />;
}

/** One user, or the list to choose them from. */
export function ChooseUser(props: Pick<ChooseOneProps<UserRow>, 'label' | 'chosen' | 'onChange'>) {
  return <ChooseOne {...words} {...props} choices={useChoices(userChoices)} />;
}

const popup = createPopup('dialog');

interface UserFieldProps {
  label: string;
  name: string;
  /** 'No manager' */
  none: string;
  /** The id; null for none. */
  value: string | null;
  error?: string | undefined;
  hint?: string;
  onChange: (id: string | null) => void;
}

/** One user in a form, which has one such field. */
export function UserField({ value, onChange, ...field }: UserFieldProps) {
  const [picked, setPicked] = useState<UserRow | null>(null);
  const named = useUserNamed(value !== null && value !== picked?.id ? value : undefined);
  const name = picked && picked.id === value ? displayName(picked) : (named ?? 'One user');
  return (
    <ChoiceField
      {...field}
      popup={popup}
      chosen={value === null ? [] : [name]}
      chip={(name) => (
        <span key={name} className="truncate">
          {name}
        </span>
      )}
      align="start"
      onClear={() => onChange(null)}
    >
      <UserChoices
        onChoose={(user) => {
          setPicked(user);
          onChange(user.id);
          popup.close();
        }}
      />
    </ChoiceField>
  );
}
