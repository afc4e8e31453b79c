import { displayName, type UserRow } from '../../../contract/users.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconDots } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup } from '../../lib/browser/popup.ts';

export const rowMenu = createPopup<UserRow>('menu');

export function UserRowButton({ user, className }: { user: UserRow; className?: string }) {
  return (
    <IconButton
      label={`Actions for ${displayName(user)}`}
      tooltip="Actions"
      icon={<IconDots size={20} aria-hidden="true" />}
      className={classes('relative', className)}
      {...rowMenu.buttonProps(user)}
    />
  );
}
