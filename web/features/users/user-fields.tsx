import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import type { FieldErrors, Register } from '../../lib/form/form.ts';

interface Values {
  full_name: string;
  phone?: string | null | undefined;
  is_active?: boolean | undefined;
}

export interface UserFieldsProps {
  register: Register<Values>;
  errors: FieldErrors<Values>;
  /** Why the state of the user cannot be changed. */
  whyActive?: string | undefined;
}

/** What adding and editing a user have in common. */
export function UserFields({ register, errors, whyActive }: UserFieldsProps) {
  return (
    <>
      <TextField label="Full Name" required error={errors.full_name?.message} {...register('full_name')} />
      <TextField label="Phone Number" type="tel" error={errors.phone?.message} {...register('phone')} />
      <Checkbox
        label="Active User"
        {...register('is_active')}
        disabled={whyActive !== undefined}
        title={whyActive}
      />
    </>
  );
}
