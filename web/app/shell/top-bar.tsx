import { IconButton } from '../../components/button/icon-button.tsx';
import { IconMenu2 } from '../../components/icons/icons.ts';
import { AppsButton } from './apps-button.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { SearchButton } from './search-button.tsx';
import { ThemeButton } from './theme-button.tsx';
import { UserMenu } from './user-menu.tsx';

export function TopBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  return (
    // The search is aligned with the search box of a list.
    <header className="relative z-3 flex h-15 shrink-0 items-center gap-1.5 border-b border-line bg-surface pr-4 pl-1.75 print:hidden">
      <IconButton
        label={isMenuOpen ? 'Collapse sidebar' : 'Expand sidebar'}
        icon={<IconMenu2 size={20} />}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      />
      <SearchButton />
      <div className="flex-1" />
      <AppsButton />
      <NotificationsButton />
      <ThemeButton />
      <UserMenu />
    </header>
  );
}
