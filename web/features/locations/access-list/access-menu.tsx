import type { AccessListUser } from '../../../../contract/location-access.ts';
import { displayName } from '../../../../contract/users.ts';
import { IconUserOff } from '../../../components/icons/icons.ts';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { useUserActs } from '../../../parts/acts/user-acts.ts';

interface AccessMenuProps {
  popup: OpenPopup<AccessListUser>;
  onRemove: (user: AccessListUser) => void;
}

export function AccessMenu({ popup, onRemove }: AccessMenuProps) {
  const user = popup.payload;
  const mayManage = useUserActs().mayManage({ role_ids: user.roles.map(({ id }) => id) });
  return (
    <Menu label={`Actions for ${displayName(user)}`} title={displayName(user)} popup={popup} className="w-60">
      <MenuItem
        icon={<IconUserOff size={18} />}
        tone="danger"
        disabled={!mayManage}
        title={mayManage ? undefined : 'Their roles allow more than your own do.'}
        onClick={() => onRemove(user)}
      >
        Remove from Location
      </MenuItem>
    </Menu>
  );
}
