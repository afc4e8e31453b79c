import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { RoleInput, roleInput } from '../../../contract/roles.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveFailure } from '../../components/feedback/save-failure.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import type { SchemaForm } from '../../lib/form/form.ts';
import { ColorChoice } from './color-choice.tsx';
import { PermissionBoxes } from './permission-boxes.tsx';

export type RoleValues = z.input<typeof roleInput>;

export interface RoleFormProps {
  title: string;
  submit: string;
  form: SchemaForm<RoleValues, RoleInput>;
  onSave: (input: RoleInput) => Promise<void>;
  onClose: () => void;
  busy: boolean;
  error: Error | null;
  onReload?: () => void;
  reloading?: boolean;
  /** A built-in role keeps its name and colour. */
  isBuiltIn?: boolean;
  /** Why nothing can be changed here, but perhaps the second factor. */
  locked?: ReactNode;
  maySetFactor?: boolean;
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
  maySetFactor = true,
}: RoleFormProps) {
  const { values, register, formState, setValue } = form;
  const { errors } = formState;
  const isLocked = Boolean(locked);
  const isReadOnly = isLocked && !maySetFactor;
  return (
    <Dialog
      open
      width="wide"
      title={title}
      onClose={onClose}
      isChanged={formState.isChanged}
      onSubmit={isReadOnly ? undefined : form.handleSubmit(onSave)}
      busy={busy}
      error={error && <SaveFailure error={error} onReload={onReload} reloading={reloading} />}
      footer={
        isReadOnly ? (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <CancelButton />
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
          <ColorChoice
            name={values.name.trim()}
            chosen={values.color ?? 'clay'}
            onChange={(color) => setValue('color', color)}
          />
        )}
        <div>
          <Checkbox
            label="Ask for a second factor"
            disabled={!maySetFactor}
            {...register('requires_second_factor')}
          />
          <p className="pl-7 text-small text-ink-soft">
            Who holds the role sets one up at the next sign-in, and reaches nothing before.
          </p>
        </div>
        <div>
          <h3 className="mb-2 border-t border-line pt-4 font-sign text-subheading font-semibold">
            What it allows
          </h3>
          <PermissionBoxes
            chosen={values.permissions}
            onChange={(chosen) => setValue('permissions', chosen)}
            disabled={isLocked}
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
