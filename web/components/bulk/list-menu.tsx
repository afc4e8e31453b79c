import { Link } from '@tanstack/react-router';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useStore } from '../../lib/store.ts';
import { IconDownload, IconPrinter, IconSquareCheck, IconUpload } from '../icons/icons.ts';
import { Menu, MenuItem, MenuLink } from '../overlay/menu.tsx';
import { choosing } from '../table/select-box.tsx';

export interface ListMenuProps {
  popup: OpenPopup;
  about: string;
  title: string;
  mayImport: boolean;
  /** Absent when there is nothing to save. */
  onExport: (() => void) | undefined;
  otherFile?: { label: string; run: () => void } | undefined;
  /** Absent on pages that are printed as they are. */
  onPrint?: (() => void) | undefined;
  /** Whether rows can be selected, which needs a menu only on a phone. */
  maySelect: boolean;
}

export function ListMenu(props: ListMenuProps) {
  const { popup, about, title, mayImport, onExport, otherFile, onPrint, maySelect } = props;
  const isPhone = useMediaQuery('(width < 40rem)');
  const isChoosing = useStore(choosing);
  return (
    <Menu label={`More for ${about}`} title={title} popup={popup} className="w-56">
      {maySelect && isPhone && (
        <MenuItem
          icon={<IconSquareCheck size={18} aria-hidden="true" />}
          onClick={() => choosing.set(!isChoosing)}
        >
          {isChoosing ? 'Stop selecting' : 'Select'}
        </MenuItem>
      )}
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
      {otherFile && (
        <MenuItem icon={<IconDownload size={18} aria-hidden="true" />} onClick={otherFile.run}>
          {otherFile.label}
        </MenuItem>
      )}
      {onPrint && (
        <MenuItem icon={<IconPrinter size={18} aria-hidden="true" />} onClick={onPrint}>
          Print
        </MenuItem>
      )}
    </Menu>
  );
}
