import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { RoleInput, roleInput } from '../../../contract/roles.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SaveFailure } from '../../components/save-failure.tsx';
import { TextField } from '../../components/text-field.tsx';
import { ColorChoice } from './color-choice.tsx';
import { PermissionBoxes } from './permission-boxes.tsx';

export type RoleValues = z.input<typeof roleInput>;

export interface RoleFormProps {
  title: string;
  submit: string;
  form: UseFormReturn<RoleValues, unknown, RoleInput>;
  onSave: (input: RoleInput) => void;
  onClose: () => void;
  busy: boolean;
  error: Error | null;
  onReload?: () => void;
  reloading?: boolean;
  /** A built-in role keeps its name and colour. */
  isBuiltIn?: boolean;
  /** Why nothing can be changed here. */
  locked?: ReactNode;
}

/** The dialog of a role, for making, editing and, where one may not, reading it. */
export function RoleForm({
  title,
  submit,
  form,
  onSave,
  onClose,
  busy,
  error,
  onReload,
  reloading = false,
  isBuiltIn = false,
  locked,
}: RoleFormProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const name = useWatch({ control, name: 'name' });
  const isLocked = Boolean(locked);
  return (
    <Dialog
      open
      width="wide"
      title={title}
      onClose={onClose}
      onSubmit={isLocked ? undefined : form.handleSubmit(onSave)}
      busy={busy}
      error={error && <SaveFailure error={error} onReload={onReload} reloading={reloading} />}
      footer={
        isLocked ? (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} loadingLabel="Saving...">
              {submit}
            </Button>
          </>
        )
      }
    >
      <div className="space-y-4 pb-2">
        {locked && <Alert tone="info">{locked}</Alert>}
        <TextField
          label="Name"
          required
          disabled={isLocked || isBuiltIn}
          hint={isBuiltIn && !isLocked ? 'Built in: its name and color stay.' : undefined}
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Description"
          disabled={isLocked}
          error={errors.description?.message}
          {...register('description')}
        />
        {!isLocked && !isBuiltIn && (
          <Controller
            control={control}
            name="color"
            render={({ field }) => (
              <ColorChoice name={name.trim()} chosen={field.value ?? 'clay'} onChange={field.onChange} />
            )}
          />
        )}
        <div>
          <h3 className="mb-2 font-medium">What it allows</h3>
          <Controller
            control={control}
            name="permissions"
            render={({ field }) => (
              <PermissionBoxes chosen={field.value} onChange={field.onChange} disabled={isLocked} />
            )}
          />
          {errors.permissions?.message && (
            <p role="alert" className="mt-1.5 text-small text-bad">
              {errors.permissions.message}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
