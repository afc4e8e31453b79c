import { useUserViews } from '../features/users/list/user-list.ts';
import { UsersPage } from '../features/users/users-page.tsx';
import { ViewsButton } from '../features/views/views-button.tsx';
import { ListRunDialog } from './runs/popups.ts';

/** The list of users, with its views, which another feature provides. */
export function Users() {
  return (
    <UsersPage views={<ViewsButton list="users" builtIn={useUserViews()} />} RunDialog={ListRunDialog} />
  );
}
