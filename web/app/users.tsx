import { PageTitle } from '../components/display/page-title.tsx';
import { NoAccess } from '../components/feedback/no-access.tsx';
import { useUserViews } from '../features/users/list/user-list.ts';
import { UsersPage } from '../features/users/users-page.tsx';
import { ViewsButton } from '../features/views/views-button.tsx';
import { useAccess } from '../lib/account/access.ts';
import { ListRunDialog } from './runs/popups.ts';

export function Users() {
  const builtIn = useUserViews();
  const { mayDoNothing } = useAccess();
  if (mayDoNothing)
    return (
      <>
        <PageTitle title="Users" />
        <NoAccess />
      </>
    );
  return <UsersPage views={<ViewsButton list="users" builtIn={builtIn} />} RunDialog={ListRunDialog} />;
}
