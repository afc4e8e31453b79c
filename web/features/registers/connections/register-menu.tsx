import type { Register } from '../../../../contract/registers.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../components/overlay/menu.tsx';
import type { OpenPopup } from '../../../lib/browser/popup.ts';

export type RegisterDialog = 'edit' | 'departments' | 'key' | 'withdraw' | 'revoke';

export interface RegisterMenuProps {
  popup: OpenPopup<Register>;
  onOpen: (dialog: RegisterDialog, id: string) => void;
}

/** What can be done with a connection. What ends its key is last, and red. */
export function RegisterMenu({ popup, onOpen }: RegisterMenuProps) {
  const { id, name, revoked_at, is_lost, is_manageable } = popup.payload;
  const open = (dialog: RegisterDialog) => () => onOpen(dialog, id);
  return (
    <Menu label={`Actions for ${name}`} title={name} popup={popup} className="w-56">
      {is_manageable && revoked_at === null && <MenuItem onClick={open('edit')}>Edit</MenuItem>}
      <MenuItem onClick={open('departments')}>Departments</MenuItem>
      {is_manageable && (
        <>
          <MenuItem onClick={open('key')}>New key</MenuItem>
          <MenuItem onClick={open('withdraw')}>Withdraw files…</MenuItem>
        </>
      )}
      {is_manageable && !is_lost && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" onClick={open('revoke')}>
            {revoked_at ? 'Mark as lost' : 'Revoke key'}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
