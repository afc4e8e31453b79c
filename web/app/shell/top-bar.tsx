import { useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconArrowLeft, IconMenu2, IconSearch } from '../../components/icons/icons.ts';
import { AppsButton } from './apps-button.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { ThemeButton } from './theme-button.tsx';
import { TopSearch } from './top-search.tsx';
import { UserMenu } from './user-menu.tsx';

export interface TopBarProps {
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** On a phone the search is an icon, and takes the whole bar while it is used. */
export function TopBar({ isMenuOpen, onMenu }: TopBarProps) {
  const [isSearching, setSearching] = useState(false);

  if (isSearching) {
    return (
      <header className={barClasses}>
        <IconButton
          label="Close search"
          icon={<IconArrowLeft size={20} />}
          onClick={() => setSearching(false)}
        />
        <TopSearch className="mr-1.5 flex-1" autoFocus onDone={() => setSearching(false)} />
      </header>
    );
  }
  return (
    <header className={barClasses}>
      <IconButton
        label={isMenuOpen ? 'Close menu' : 'Open menu'}
        icon={<IconMenu2 size={20} />}
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      />
      <TopSearch className="w-full max-w-105 max-md:hidden" />
      <div className="flex-1" />
      <IconButton
        label="Search"
        icon={<IconSearch size={20} />}
        className="md:hidden"
        onClick={() => setSearching(true)}
      />
      <AppsButton />
      <NotificationsButton />
      <ThemeButton />
      <UserMenu />
    </header>
  );
}

const barClasses =
  'flex h-15 shrink-0 items-center gap-1.5 border-b print:hidden border-line bg-surface px-4 max-md:gap-0 max-md:px-1.5';
