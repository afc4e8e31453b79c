import type { ReactNode } from 'react';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Menu, MenuItem } from '../overlay/menu.tsx';

export interface BulkAction {
  /** 'Deactivate'; with '…' when it opens a dialog first. */
  label: string;
  icon: ReactNode;
  /** Switches rows on or off: it comes last, apart from the others. */
  isSwitch?: boolean;
  /** In a menu, where not all fit. */
  isExtra?: boolean;
  run: () => void;
}

/** What does not fit into the bar of the selected rows. */
export function BulkMenu({ popup }: { popup: OpenPopup<readonly BulkAction[]> }) {
  return (
    <Menu label="More actions" popup={popup} className="w-48">
      {popup.payload.map(({ label, icon, run }) => (
        <MenuItem key={label} icon={icon} onClick={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
