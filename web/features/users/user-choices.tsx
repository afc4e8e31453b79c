import { useState } from 'react';
import { displayName } from '../../../contract/users.ts';
import { Choices, type ChoicesProps } from '../../components/form/choices.tsx';
import { type ListedUser, useUsers } from './users.api.ts';

export type UserChoicesProps = Pick<ChoicesProps<ListedUser>, 'isOffered' | 'onChoose' | 'listClassName'>;

export function UserChoices(props: UserChoicesProps) {
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
      {...props}
    />
  );
}
