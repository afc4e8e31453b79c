import { Link } from '@tanstack/react-router';
import { IconLogout, IconSettings, IconUserCircle } from '../../../components/icons/icons.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../components/overlay/menu.tsx';
import { Popover } from '../../../components/overlay/popover.tsx';
import { signOut, useAuth } from '../../../lib/account/auth-store.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { useNavigation } from '../navigation/use-navigation.ts';

export function UserMenuPopup({ popup }: { popup: OpenPopup }) {
  const { profile, user } = useAuth();
  return (
    <Menu label="Administrator" popup={popup} className="w-60" container={popup.anchor.closest('header')}>
      <div className="px-2.5 pt-1.5 pb-2">
        <p className="font-semibold">Welcome{profile && ` ${profile.full_name || 'User'}`}!</p>
        <p className="truncate text-small text-ink-soft">{profile?.email ?? user?.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink link={<Link to="/profile" />} icon={<IconUserCircle size={18} aria-hidden="true" />}>
        Profile
      </MenuLink>
      <MenuLink link={<Link to="/settings" />} icon={<IconSettings size={18} aria-hidden="true" />}>
        Settings
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<IconLogout size={18} aria-hidden="true" />} onClick={() => void signOut()}>
        Logout
      </MenuItem>
    </Menu>
  );
}

export function AppsPopover({ popup }: { popup: OpenPopup }) {
  return (
    <Popover title="Apps" popup={popup}>
      <ul className="mt-2 grid grid-cols-3 gap-1.5">
        {useNavigation().map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={popup.close}
              className="flex w-22 flex-col items-center gap-1.5 rounded-control py-3 text-small hover:bg-surface-raised active:bg-line"
            >
              <Icon size={24} className="text-petrol" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
