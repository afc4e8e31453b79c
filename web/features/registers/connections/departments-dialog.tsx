import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type DepartmentKind,
  departmentKinds,
  type RegisterDepartment,
} from '../../../../contract/departments.ts';
import { CancelButton, Dialog } from '../../../components/dialog/dialog.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { type KindOfDepartment, registerDepartmentsQuery, setDepartmentKind } from '../registers.api.ts';
import { basisNames, kindNames } from '../words.ts';
import type { RegisterDialogProps } from './register-dialogs.tsx';

/** Where one connection differs from the chain. */
export function DepartmentsDialog({ register, onClose }: RegisterDialogProps) {
  const { id, name, is_manageable } = register;
  const query = useQuery(registerDepartmentsQuery(id));
  const save = useMutation({
    mutationFn: (choice: KindOfDepartment, context) => setDepartmentKind(id, choice, context),
  });
  return (
    <Dialog
      width="wide"
      title={`Departments of ${name}`}
      onClose={onClose}
      footer={<CancelButton label="Close" />}
    >
      <p className="pb-3 text-ink-soft">
        Kinds are decided for the whole chain, under{' '}
        <Link to="/settings/departments" className="underline">
          Departments
        </Link>
        . Choose one here only where this register differs. Changing a kind recalculates all its days.
      </p>
      <SaveOutcome save={save} failed="Failed to change the department" className="mb-3" />
      <QueryView
        query={query}
        loading="Loading departments..."
        empty={<p className="py-8 text-center text-ink-soft">Its files have named no department yet.</p>}
      >
        {(departments) => (
          <ul aria-label="Departments" className="pb-4">
            {departments.map((department) => (
              <DepartmentRow
                key={department.code}
                department={department}
                isDisabled={!is_manageable || save.isPending}
                onChange={(kind) => save.mutate({ code: department.code, kind })}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

interface DepartmentRowProps {
  department: RegisterDepartment;
  isDisabled: boolean;
  onChange: (kind: DepartmentKind | null) => void;
}

function DepartmentRow({ department, isDisabled, onChange }: DepartmentRowProps) {
  const { code, name, own_kind, chain_kind, basis } = department;
  const options = [
    { value: '' as const, label: `${kindNames[chain_kind]}, as the chain` },
    ...departmentKinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
  ];
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_14rem] items-center gap-x-4 border-b border-line py-1 last:border-b-0 max-md:grid-cols-1 max-md:gap-y-1 max-md:py-3">
      <div className="min-w-0">
        <p className="truncate font-medium">{name ?? 'No name'}</p>
        <p className="flex flex-wrap gap-x-2 text-small text-ink-soft">
          Code {code}
          {basis !== 'decided' && <span className="text-amber-ink">{basisNames[basis]}</span>}
        </p>
      </div>
      <SelectField
        label={`Kind of ${name ?? code}`}
        value={own_kind ?? ''}
        options={options}
        disabled={isDisabled}
        onChange={(kind) => onChange(kind === '' ? null : kind)}
      />
    </li>
  );
}
