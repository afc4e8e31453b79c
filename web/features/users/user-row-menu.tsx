import { displayName, type UserRow } from '../../../contract/users.ts';
import { Menu } from '../../components/overlay/menu.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { ActItems } from '../../parts/acts/act-items.tsx';
import { type AllowedUserActs, type UserAct, userActs } from '../../parts/acts/user-acts.ts';

export interface UserRowMenuProps {
  popup: OpenPopup<UserRow>;
  may: (user: UserRow) => AllowedUserActs;
  onAct: (act: UserAct, user: UserRow) => void;
}

export function UserRowMenu({ popup, may, onAct }: UserRowMenuProps) {
  const user = popup.payload;
  return (
    <Menu label={`Actions for ${displayName(user)}`} title={displayName(user)} popup={popup}>
      <ActItems
        looks={userActs}
        acts={may(user)}
        labelOf={(act) => (act === 'invite' && user.invitation ? 'Invitation' : userActs[act].label)}
        onAct={(act) => onAct(act, user)}
      />
    </Menu>
  );
}
