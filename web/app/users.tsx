import { PageTitle } from '../components/display/page-title.tsx';
import { NoAccess } from '../components/feedback/no-access.tsx';
import { UsersPage } from '../features/users/users-page.tsx';
import { useAccess } from '../lib/account/access.ts';
import { ListRunDialog } from './runs/popups.ts';

export function Users() {
  const { mayDoNothing } = useAccess();
  if (mayDoNothing)
    return (
      <>
        <PageTitle title="Users" />
        <NoAccess />
      </>
    );
  return <UsersPage RunDialog={ListRunDialog} />;
}
