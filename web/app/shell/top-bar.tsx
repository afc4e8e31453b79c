import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { OwnProfile } from '../../../contract/profile.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Avatar } from '../../components/display/avatar.tsx';
import {
  IconBell,
  IconChevronDown,
  IconLayoutGrid,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
} from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { badgeQuery } from '../../features/notifications/notifications.api.ts';
import { hasPermission } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { chooseTheme, useTheme } from '../../lib/browser/theme.ts';
import { useIsIdle } from '../../lib/browser/when-idle.ts';
import { useStore } from '../../lib/store.ts';
import { isBellRequested } from '../bell-request.ts';
import { isBoxOpen } from './command-box/open-box.ts';
import { AppsPopover, NotificationsPopover, UserMenuPopup } from './popups/popups.ts';
import { Brand } from './sidebar.tsx';

interface TopBarProps {
  isPhone: boolean;
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** Its popups stay open when the window gets as narrow as a phone. */
export function TopBar({ isPhone, isMenuOpen, onMenu }: TopBarProps) {
  return (
    <header
      className={classes(
        'flex shrink-0 items-center print:hidden',
        isPhone
          ? 'on-sign h-14 border-b-3 border-amber bg-sidebar pr-1.5'
          : // The search is aligned with the search box of a list.
            'relative z-3 h-15 gap-1.5 border-b border-line bg-surface pr-4 pl-1.75',
      )}
    >
      {isPhone ? (
        <Brand className="h-full min-w-0 px-4" />
      ) : (
        <>
          <IconButton
            label={isMenuOpen ? 'Collapse sidebar' : 'Expand sidebar'}
            icon={<IconMenu2 size={20} />}
            aria-expanded={isMenuOpen}
            onClick={onMenu}
          />
          <SearchButton />
        </>
      )}
      <div className="flex-1" />
      {!isPhone && <AppsButton />}
      <NotificationsButton />
      {!isPhone && <ThemeButton />}
      <UserMenu />
    </header>
  );
}

/** Looks like the search box of a list, with which it is aligned, and opens the command box. */
function SearchButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => isBoxOpen.set(true)}
      className="flex h-10 w-full max-w-105 cursor-text items-center gap-2.5 rounded-control border border-line-strong bg-surface pr-2.5 pl-3 text-left text-body text-ink-soft focus-visible:outline-offset-0"
    >
      <IconSearch size={18} aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">Search locations and users</span>
      <span
        aria-hidden="true"
        className="rounded-badge border border-line px-1.5 text-badge whitespace-nowrap text-ink-faint"
      >
        Ctrl K
      </span>
    </button>
  );
}

const apps = createPopup('dialog');

function AppsButton() {
  return (
    <>
      <IconButton label="Apps" icon={<IconLayoutGrid size={20} />} {...apps.buttonProps(null)} />
      <PopupPlace of={apps}>{(popup) => <AppsPopover popup={popup} />}</PopupPlace>
    </>
  );
}

function ThemeButton() {
  const { theme, other } = useTheme();
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
      onClick={() => chooseTheme(other)}
    />
  );
}

const notifications = createPopup('dialog');

/** The number is of rows that came since the panel was opened last. */
function NotificationsButton() {
  const { data } = useQuery({ ...badgeQuery, enabled: useIsIdle() });
  const unseen = data?.unseen ?? 0;
  const place = useRef<HTMLSpanElement>(null);
  const isRequested = useStore(isBellRequested);
  useEffect(() => {
    if (!isRequested) return;
    isBellRequested.set(false);
    place.current?.querySelector('button')?.click();
  }, [isRequested]);
  return (
    <span ref={place} className="relative inline-flex">
      <IconButton
        label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
        tooltip="Notifications"
        icon={<IconBell size={20} />}
        {...notifications.buttonProps(null)}
      />
      {unseen > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-petrol px-1 text-[0.6875rem] leading-none font-bold text-on-petrol max-md:top-1 max-md:right-1"
        >
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
      <PopupPlace of={notifications}>{(popup) => <NotificationsPopover popup={popup} />}</PopupPlace>
    </span>
  );
}

const userMenu = createPopup('menu');

/** The label is always 'Administrator' (docs/specification.md, section 2). The line below it shows the user's roles. */
function UserMenu() {
  const { profile } = useAuth();
  return (
    <>
      <button
        type="button"
        {...userMenu.buttonProps(null)}
        className="flex h-11 shrink-0 items-center gap-2.5 rounded-control px-2 font-medium transition-colors hover:bg-surface-raised active:bg-line data-popup-open:bg-surface-raised max-md:px-1.5"
      >
        {profile ? (
          <Avatar name={profile.full_name || 'User'} className="size-8" />
        ) : (
          <span className="size-8 rounded-full bg-line" />
        )}
        <span className="text-left leading-tight max-md:sr-only">
          Administrator{' '}
          <span className="block max-w-36 truncate text-badge font-normal text-ink-soft">
            {/* The line exists from the first frame on, so that nothing moves. */}
            {profile ? describeAccess(profile) : '\u00a0'}
          </span>
        </span>
        <IconChevronDown size={16} className="max-md:hidden" aria-hidden="true" />
      </button>
      <PopupPlace of={userMenu}>{(popup) => <UserMenuPopup popup={popup} />}</PopupPlace>
    </>
  );
}

/** 'admin · All locations', 'manager, cashier', 'No role' */
function describeAccess(profile: OwnProfile) {
  const roles = profile.roles.map(({ name }) => name).join(', ');
  if (!roles) return 'No role';
  return hasPermission(profile, 'locations.all') ? `${roles} · All locations` : roles;
}
