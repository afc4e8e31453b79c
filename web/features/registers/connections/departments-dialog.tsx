import { useMutation, useQuery } from '@tanstack/react-query';
import { type Department, departmentKinds } from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { departmentsQuery, type KindOfDepartment, setDepartmentKind } from '../registers.api.ts';
import { kindNames } from '../words.ts';
import type { RegisterDialogProps } from './edit-register-dialog.tsx';

export function DepartmentsDialog({ register, onClose }: RegisterDialogProps) {
  const { id, name, is_manageable } = register;
  const query = useQuery(departmentsQuery(id));
  const save = useMutation({
    mutationFn: (choice: KindOfDepartment, context) => setDepartmentKind(id, choice, context),
  });
  return (
    <Dialog
      width="wide"
      title={`Departments of ${name}`}
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="pb-3 text-ink-soft">
        Excluded departments pass money through, such as lottery and gift cards. A changed kind computes all
        days anew.
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

const kinds = departmentKinds.map((kind) => ({ value: kind, label: kindNames[kind] }));

interface DepartmentRowProps {
  department: Department;
  isDisabled: boolean;
  onChange: (kind: Department['kind']) => void;
}

function DepartmentRow({ department, isDisabled, onChange }: DepartmentRowProps) {
  const { code, name, kind, is_decided, proposed_kind } = department;
  const proposed = !is_decided && proposed_kind !== null && proposed_kind !== kind ? proposed_kind : null;
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_11rem] items-center gap-x-4 border-b border-line py-1 last:border-b-0 max-md:grid-cols-1 max-md:gap-y-1 max-md:py-3">
      <div className="min-w-0">
        <p className="truncate font-medium">{name ?? 'No name'}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-soft">
          Code {code}
          {!is_decided && <span className="text-amber-ink">Not decided</span>}
          {proposed && !isDisabled && (
            <Button
              variant="link"
              aria-label={`Set to ${kindNames[proposed]}: ${name ?? code}`}
              onClick={() => onChange(proposed)}
            >
              Set to {kindNames[proposed]}
            </Button>
          )}
        </p>
      </div>
      <SelectField
        label={`Kind of ${name ?? code}`}
        value={kind}
        options={kinds}
        disabled={isDisabled}
        onChange={(value) => onChange(value as Department['kind'])}
      />
    </li>
  );
}
