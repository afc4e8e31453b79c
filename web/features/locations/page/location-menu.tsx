import type { Location } from '../../../../contract/locations.ts';
import { IconBuildingStore, IconPencil, IconTrash } from '../../../components/icons/icons.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../components/overlay/menu.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { OpenPopup } from '../../../lib/browser/popup.ts';

export interface LocationMenuProps {
  popup: OpenPopup<Location>;
  /** Opens the dialog with this name. */
  onOpen: (dialog: 'edit' | 'close' | 'delete') => void;
}

export function LocationMenu({ popup, onOpen }: LocationMenuProps) {
  const { mayAct } = useAccess();
  const { name, closed_on } = popup.payload;
  const mayEdit = mayAct('editLocation');
  const mayClose = mayAct('closeLocation') && !closed_on;
  const mayDelete = mayAct('deleteLocation');
  return (
    <Menu label={`Actions for ${name}`} title={name} popup={popup}>
      {mayEdit && (
        <MenuItem icon={<IconPencil size={18} />} onClick={() => onOpen('edit')}>
          Edit Location
        </MenuItem>
      )}
      {mayClose && (
        <MenuItem icon={<IconBuildingStore size={18} />} onClick={() => onOpen('close')}>
          Close Location
        </MenuItem>
      )}
      {mayEdit && mayDelete && <MenuSeparator />}
      {mayDelete && (
        <MenuItem icon={<IconTrash size={18} />} tone="danger" onClick={() => onOpen('delete')}>
          Delete Location
        </MenuItem>
      )}
    </Menu>
  );
}
