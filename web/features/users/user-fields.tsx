import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { FieldErrors, Register } from '../../lib/form.ts';

interface Values {
  full_name: string;
  phone?: string | null | undefined;
  is_active?: boolean | undefined;
}

export interface UserFieldsProps {
  register: Register<Values>;
  errors: FieldErrors<Values>;
  mayDeactivate: boolean;
}

/** What adding and editing a person have in common. */
export function UserFields({ register, errors, mayDeactivate }: UserFieldsProps) {
  return (
    <>
      <TextField label="Full Name" required error={errors.full_name?.message} {...register('full_name')} />
      <TextField label="Phone Number" type="tel" error={errors.phone?.message} {...register('phone')} />
      <Checkbox
        label="Active User"
        {...register('is_active')}
        disabled={!mayDeactivate}
        title={mayDeactivate ? undefined : 'Your roles do not allow you to deactivate people'}
      />
    </>
  );
}
