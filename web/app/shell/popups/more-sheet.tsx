import { Link } from '@tanstack/react-router';
import {
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '../../../components/icons/icons.ts';
import { Sheet, sheetRowClasses } from '../../../components/overlay/sheet.tsx';
import { signOut } from '../../../lib/account/auth-store.ts';
import { chooseTheme, useTheme } from '../../../lib/browser/theme.ts';
import type { useNavigation } from '../navigation/use-navigation.ts';
import { UserBlock } from '../sidebar.tsx';

export interface MoreSheetProps {
  pages: ReturnType<typeof useNavigation>;
  onClose: () => void;
}

export function MoreSheet({ pages, onClose }: MoreSheetProps) {
  const { theme, other } = useTheme();
  const ThemeIcon = theme === 'dark' ? IconSun : IconMoon;
  return (
    <Sheet title="More" onClose={onClose}>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <div className="on-sign mx-4 mb-2 rounded-control bg-sidebar">
          <UserBlock isCollapsed={false} />
        </div>
        <ul>
          {[...pages, ...ownPages].map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} onClick={onClose} className={sheetRowClasses}>
                <Icon size={20} className="text-petrol" aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={sheetRowClasses} onClick={() => chooseTheme(other)}>
              <ThemeIcon size={20} className="text-petrol" aria-hidden="true" />
              Switch to {other} theme
            </button>
          </li>
          <li className="border-t border-line">
            <button type="button" className={sheetRowClasses} onClick={() => void signOut()}>
              <IconLogout size={20} className="text-petrol" aria-hidden="true" />
              Logout
            </button>
          </li>
        </ul>
      </div>
    </Sheet>
  );
}

/** Those of the user menu, which are not in the sidebar. */
export const ownPages = [
  { to: '/profile', label: 'Profile', Icon: IconUserCircle },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
] as const;
