import type * as z from 'zod/mini';
import { allPermissions } from '../../../contract/access/permissions.ts';
import { type RoleColor, roleColors } from '../../../contract/fields/role-colors.ts';
import type { RoleInput, roleInput } from '../../../contract/fields/role-input.ts';
import type { CountedRole } from '../../../contract/roles.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { ChangedNote, followedRegister } from '../../components/dialog/followed.tsx';
import { FormDialog, type FormDialogProps } from '../../components/dialog/form-dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { Refusal } from '../../components/form/field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { describePermissions } from '../../lib/account/describe-permissions.ts';
import type { Followed } from '../../lib/form/follow-row.ts';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';
import { PermissionBoxes } from '../../parts/permissions/permission-boxes.tsx';

export type RoleValues = z.input<typeof roleInput>;

export const emptyRole: RoleValues = {
  name: '',
  description: '',
  color: 'clay',
  permissions: [],
  requires_second_factor: false,
};

export function valuesOf(role: CountedRole): RoleValues {
  const { name, description, color, permissions, requires_second_factor } = role;
  return {
    name,
    description,
    color: roleColors.find((known) => known === color) ?? null,
    permissions: allPermissions.filter((permission) => permissions.includes(permission)),
    requires_second_factor,
  };
}

interface RoleFormProps extends Omit<FormDialogProps<RoleValues, RoleInput>, 'children'> {
  /** A built-in role keeps its name and color. */
  isBuiltIn?: boolean;
  /** Why nothing can be changed here, except perhaps the second factor. */
  locked?: string | null;
  maySetFactor?: boolean;
  /** Of an edit. */
  followed?: Followed<keyof RoleValues> | null;
}

const changedLabels = { requires_second_factor: 'second factor' };

export function RoleForm({
  isBuiltIn = false,
  locked = null,
  maySetFactor = true,
  followed,
  ...dialog
}: RoleFormProps) {
  const fields = (
    <RoleFields {...{ form: dialog.form, followed: followed ?? null, isBuiltIn, locked, maySetFactor }} />
  );
  if (!locked || maySetFactor) {
    return (
      <FormDialog
        width="wide"
        {...dialog}
        line={followed && <ChangedNote followed={followed} by={undefined} labels={changedLabels} />}
      >
        {fields}
      </FormDialog>
    );
  }
  return (
    <Dialog
      width="wide"
      title={dialog.title}
      onClose={dialog.onClose}
      footer={
        <Button variant="secondary" onClick={dialog.onClose}>
          Close
        </Button>
      }
    >
      {fields}
    </Dialog>
  );
}

type RoleFieldsProps = Required<
  Pick<RoleFormProps, 'form' | 'followed' | 'isBuiltIn' | 'locked' | 'maySetFactor'>
>;

function RoleFields({ form, followed, isBuiltIn, locked, maySetFactor }: RoleFieldsProps) {
  const { values, formState, setValue } = form;
  const register = followedRegister(form.register, followed);
  const { errors } = formState;
  const isLocked = locked !== null;
  return (
    <div className="flex flex-col gap-4 pb-2">
      {locked && <Alert tone="info">{locked}</Alert>}
      <TextField
        label="Name"
        required
        disabled={isLocked || isBuiltIn}
        hint={isBuiltIn && !isLocked ? 'Built-in: its name and color cannot change.' : undefined}
        {...register('name')}
      />
      <TextField label="Description" disabled={isLocked} {...register('description')} />
      {!isLocked && !isBuiltIn && (
        <ColorChoice
          name={values.name.trim()}
          chosen={values.color ?? 'clay'}
          onChange={(color) => setValue('color', color)}
        />
      )}
      <div>
        <Checkbox
          label="Require a second factor"
          disabled={!maySetFactor}
          {...register('requires_second_factor')}
        />
        <p className="pl-7 text-small text-ink-soft">
          Users with this role must set it up at their next sign-in before they can do anything else.
        </p>
      </div>
      <div>
        <h3 className="mb-2 border-t border-line pt-4 font-sign text-subheading font-semibold">
          What it allows
        </h3>
        <p role="status" className="mb-4 text-ink-soft">
          {describePermissions(values.permissions)}
        </p>
        <PermissionBoxes
          chosen={values.permissions}
          onChange={(chosen) => setValue('permissions', chosen)}
          disabled={isLocked}
        />
        <Refusal text={errors.permissions?.message} />
      </div>
    </div>
  );
}

interface ColorChoiceProps {
  /** The text of the badges: the typed name. */
  name: string;
  chosen: RoleColor;
  onChange: (color: RoleColor) => void;
}

function ColorChoice({ name, chosen, onChange }: ColorChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Color</legend>
      <div className="grid grid-cols-4 gap-2 max-md:grid-cols-2">
        {roleColors.map((color) => (
          <label
            key={color}
            className="flex min-h-11 min-w-0 cursor-pointer items-center justify-center rounded-control border border-line px-2 has-checked:border-petrol has-checked:outline-1 has-checked:outline-petrol has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              name="color"
              className="sr-only"
              aria-label={color.charAt(0).toUpperCase() + color.slice(1)}
              checked={color === chosen}
              onChange={() => onChange(color)}
            />
            <RoleBadge name={name || color} color={color} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
