import { Avatar } from '../../components/display/avatar.tsx';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { UserMenuPopup } from './popups.ts';

const userMenu = createPopup('menu');

/** The label is always 'Administrator' (docs/specification.md, section 2). */
export function UserMenu() {
  const { profile } = useAuth();
  return (
    <>
      <button
        type="button"
        {...userMenu.buttonProps(null)}
        className="flex h-11 shrink-0 items-center gap-2.5 rounded-control px-2 font-medium transition-colors hover:bg-surface-raised data-popup-open:bg-surface-raised max-md:px-1.5"
      >
        <Avatar name={profile?.full_name || 'User'} className="size-8" />
        <span className="max-md:sr-only">Administrator</span>
        <IconChevronDown size={16} className="max-md:hidden" aria-hidden="true" />
      </button>
      <PopupPlace of={userMenu}>{(popup) => <UserMenuPopup popup={popup} />}</PopupPlace>
    </>
  );
}
