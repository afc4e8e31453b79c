import { Brand } from './brand.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { UserMenu } from './user-menu.tsx';

export function PhoneBar() {
  return (
    <header className="on-sign flex h-14 shrink-0 items-center border-b-3 border-amber bg-sidebar pr-1.5 print:hidden">
      <Brand className="h-full min-w-0 px-4" />
      <div className="flex-1" />
      <NotificationsButton />
      <UserMenu />
    </header>
  );
}
