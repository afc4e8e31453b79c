import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../../../contract/roles.ts';
import type { BulkAct } from '../../../../contract/runs.ts';
import { rolesQuery } from '../../roles/roles.api.ts';
import { RolePicker } from '../assign/role-picker.tsx';
import { RolesView } from '../assign/roles-view.tsx';
import { BulkLinksDialog } from './bulk-links-dialog.tsx';
import { useLinks } from './use-links.ts';

export interface BulkDialogProps {
  count: number;
  onAct: (act: BulkAct) => void;
  onClose: () => void;
}

export function BulkRolesDialog({ count, onAct, onClose }: BulkDialogProps) {
  const choice = useLinks<Role>();
  const roles = useQuery(rolesQuery);
  return (
    <BulkLinksDialog
      what="Roles"
      count={count}
      choice={choice}
      onPreview={() => onAct({ act: 'roles', add: [], remove: [], ...choice.links })}
      onClose={onClose}
    >
      <RolesView query={roles}>
        {(all) => <RolePicker roles={all} first={[]} selected={choice.selected} onToggle={choice.toggle} />}
      </RolesView>
    </BulkLinksDialog>
  );
}
