import { Link } from '@tanstack/react-router';
import type { RunSubject } from '../../../contract/runs.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { IconDownload, IconUpload } from '../icons/icons.ts';
import { Menu, MenuItem, MenuLink } from '../overlay/menu.tsx';

export interface ListMenuProps {
  popup: OpenPopup;
  about: RunSubject;
  mayImport: boolean;
  /** Absent when there is nothing to save. */
  onExport: (() => void) | undefined;
}

export function ListMenu({ popup, about, mayImport, onExport }: ListMenuProps) {
  return (
    <Menu
      label={`More for ${about}`}
      title={about === 'users' ? 'Users' : 'Locations'}
      popup={popup}
      className="w-56"
    >
      {mayImport && (
        <MenuLink
          link={<Link to="/import/$about" params={{ about }} />}
          icon={<IconUpload size={18} aria-hidden="true" />}
        >
          Import from a file
        </MenuLink>
      )}
      {onExport && (
        <MenuItem icon={<IconDownload size={18} aria-hidden="true" />} onClick={onExport}>
          Export as CSV
        </MenuItem>
      )}
    </Menu>
  );
}
