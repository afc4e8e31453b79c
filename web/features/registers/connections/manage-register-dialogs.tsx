import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Department, departmentKinds } from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { CancelButton, Dialog } from '../../../components/dialog/dialog.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import {
  departmentsQuery,
  type KindOfDepartment,
  replaceRegisterKey,
  revokeRegister,
  setDepartmentKind,
} from '../registers.api.ts';
import { kindNames } from '../words.ts';
import type { RegisterDialogProps, ShownKey } from './register-dialogs.tsx';

const choices = [
  { isLost: false, label: 'The key was replaced or is no longer used: its figures stay' },
  { isLost: true, label: 'The key was lost or stolen: its figures lose against those of a working key' },
];

const whatIsLost =
  'Its days are computed anew: where a working key has sent the same report, sale or day, that one counts.';

/** Also for a key that is revoked already, and turns out to be lost. */
export function RevokeKeyDialog({
  register: { id, name, revoked_at },
  onWithdraw,
  onClose,
}: RegisterDialogProps & { onWithdraw: () => void }) {
  // It stays the dialog that was opened when the row changes behind it.
  const [isRevoked] = useState(revoked_at !== null);
  const [isLost, setIsLost] = useState(isRevoked);
  const [withdraws, setWithdraws] = useState(false);
  return (
    <ConfirmDialog
      title={isRevoked ? 'Mark Key as Lost' : 'Revoke Key'}
      confirmLabel={isRevoked ? 'Mark as lost' : 'Revoke'}
      busyLabel={isRevoked ? 'Marking...' : 'Revoking...'}
      act={(context) => revokeRegister(id, isLost, context)}
      done={{ text: isLost ? `Key of ${name} revoked as lost or stolen` : `Key of ${name} revoked` }}
      onDone={isLost && withdraws ? onWithdraw : onClose}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          {isRevoked ? (
            <p>
              Was the key of "{name}" lost or stolen? Its figures then lose against those of a working key.
              This action cannot be undone.
            </p>
          ) : (
            <>
              <p>
                Are you sure you want to revoke the key of "{name}"? Its registers can send no more files.
                This action cannot be undone.
              </p>
              <fieldset className="mt-3 min-w-0 text-ink">
                <legend className="sr-only">What happened to the key</legend>
                {choices.map((choice) => (
                  <label key={choice.label} className="flex items-start gap-2.5 py-1.5 max-md:py-2.5">
                    <input
                      type="radio"
                      name="lost"
                      className="mt-0.5 size-4 shrink-0 accent-petrol"
                      checked={choice.isLost === isLost}
                      disabled={isBusy}
                      onChange={() => setIsLost(choice.isLost)}
                    />
                    {choice.label}
                  </label>
                ))}
              </fieldset>
            </>
          )}
          <p role="status" className="mt-2 font-medium text-ink">
            {isLost ? whatIsLost : 'The files and figures so far stay as they are.'}
          </p>
          {isLost && (
            <Checkbox
              label="Then choose which of its files to withdraw"
              checked={withdraws}
              disabled={isBusy}
              onChange={() => setWithdraws(!withdraws)}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/** The connection keeps its departments and choices, and works again when it was revoked. */
export function NewKeyDialog({
  register: { id, name, revoked_at, is_lost },
  onMade,
  onClose,
}: RegisterDialogProps & { onMade: (key: ShownKey) => void }) {
  return (
    <ConfirmDialog
      title="New Key"
      confirmLabel="Make new key"
      busyLabel="Making..."
      act={(context) => replaceRegisterKey(id, context)}
      onDone={({ key }) => onMade({ key, name })}
      onClose={onClose}
    >
      <p>
        {revoked_at
          ? `"${name}" works again with a new key, and keeps its departments.`
          : `The key of "${name}" ends at once. The program that sends the files keeps them until it has the new key, so none is lost.`}
      </p>
      {is_lost && (
        <p className="mt-2 font-medium text-ink">
          What was sent with the lost key then counts as before. Withdraw its files first.
        </p>
      )}
    </ConfirmDialog>
  );
}

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
      footer={<CancelButton label="Close" />}
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
        onChange={onChange}
      />
    </li>
  );
}
