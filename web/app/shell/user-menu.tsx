import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/avatar.tsx';
import { IconChevronDown, IconLogout, IconSettings, IconUserCircle } from '../../components/icons.ts';
import { Menu, MenuItem, MenuPopup, MenuSeparator, menuItemClasses } from '../../components/menu.tsx';
import { signOut, useAuth } from '../../lib/auth-store.ts';
import { paths } from '../paths.ts';

/** The label is always 'Administrator' (specification section 2); the greeting inside has the person's name. */
export function UserMenu() {
  const { profile, user } = useAuth();
  const name = profile?.full_name || 'User';
  return (
    <Menu.Root>
      <Menu.Trigger className="flex h-11 shrink-0 items-center gap-2.5 rounded-control px-2 font-medium transition-colors hover:bg-surface-raised data-popup-open:bg-surface-raised max-md:px-1.5">
        <Avatar name={name} className="size-8" />
        <span className="max-md:sr-only">Administrator</span>
        <IconChevronDown size={16} className="max-md:hidden" aria-hidden="true" />
      </Menu.Trigger>
      <MenuPopup className="w-60">
        <div className="px-2.5 pt-1.5 pb-2">
          <p className="font-semibold">Welcome {name}!</p>
          <p className="truncate text-small text-ink-soft">{profile?.email ?? user?.email}</p>
        </div>
        <MenuSeparator />
        <Menu.LinkItem className={menuItemClasses} closeOnClick render={<Link to={paths.profile} />}>
          <IconUserCircle size={18} aria-hidden="true" />
          Profile
        </Menu.LinkItem>
        <Menu.LinkItem className={menuItemClasses} closeOnClick render={<Link to={paths.settings} />}>
          <IconSettings size={18} aria-hidden="true" />
          Settings
        </Menu.LinkItem>
        <MenuSeparator />
        <MenuItem icon={<IconLogout size={18} aria-hidden="true" />} onClick={() => void signOut()}>
          Logout
        </MenuItem>
      </MenuPopup>
    </Menu.Root>
  );
}
