import { displayName, type UserRow } from '../../../contract/users.ts';
import { Choices, type ChoicesProps } from '../../components/form/choices.tsx';
import { useChoices } from '../../lib/list/use-choices.ts';
import { userChoices } from './user-choices.api.ts';

type UserChoicesProps = Pick<ChoicesProps<UserRow>, 'onChoose' | 'except' | 'listClassName'>;

/** All users, of whom one is chosen. */
export function UserChoices(props: UserChoicesProps) {
  return (
    <Choices
      placeholder="Search users..."
      choices={useChoices(userChoices)}
      nameOf={displayName}
      detailOf={({ email }) => email}
      {...props}
    />
  );
}
