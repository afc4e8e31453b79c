import type { OwnProfile } from '../../../contract/profile.ts';
import { Avatar } from '../../components/display/avatar.tsx';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { hasPermission } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { UserMenuPopup } from './popups/popups.ts';

const userMenu = createPopup('menu');

/** The label is always 'Administrator' (docs/specification.md, section 2). The line below it shows the user's roles. */
export function UserMenu() {
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
