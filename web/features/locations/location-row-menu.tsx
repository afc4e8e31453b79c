import type { Location } from '../../../contract/locations.ts';
import { IconPencil, IconTrash } from '../../components/icons/icons.ts';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import type { LocationActions } from './locations-table.tsx';

export function LocationRowMenu({
  popup,
  mayEdit,
  mayDelete,
  onEdit,
  onDelete,
}: Pick<LocationActions, 'mayEdit' | 'mayDelete' | 'onEdit' | 'onDelete'> & { popup: OpenPopup<Location> }) {
  const location = popup.payload;
  return (
    <Menu label={`Actions for ${location.name}`} title={location.name} popup={popup}>
      {mayEdit && (
        <MenuItem icon={<IconPencil size={18} />} onClick={() => onEdit(location)}>
          Edit
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem icon={<IconTrash size={18} />} tone="danger" onClick={() => onDelete(location)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
