import type { Ref } from 'react';
import * as z from 'zod/mini';
import { userInput } from '../../../contract/fields/user-input.ts';
import type { UserRow } from '../../../contract/users.ts';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import type { Register } from '../../lib/form/form.ts';

export const newUser = z.extend(userInput, {
  role_ids: z.array(z.string()),
  location_ids: z.array(z.string()),
  is_invited: z.boolean(),
});
/** Actors without access to all locations add users to their own locations. */
export const newUserInOwnLocations = z.extend(newUser, {
  location_ids: z.array(z.string()).check(z.minLength(1, 'Select at least one location')),
});
export const emptyUser: z.input<typeof newUser> = {
  email: '',
  full_name: '',
  phone: '',
  is_active: true,
  employee_number: '',
  role_ids: [],
  location_ids: [],
  is_invited: false,
};

/** Without the email, which a dialog of its own corrects. */
export const editedUser = z.omit(userInput, { email: true });

/** The specification prefills a missing name with the text 'User Name'. */
export function valuesOf({
  full_name,
  phone,
  is_active,
  employee_number,
}: UserRow): z.input<typeof editedUser> {
  return {
    full_name: full_name || 'User Name',
    phone: phone ?? '',
    is_active,
    employee_number: employee_number ?? '',
  };
}

export interface UserFieldsProps {
  first?: Ref<HTMLInputElement>;
  register: Register<z.input<typeof editedUser>>;
  whyActive?: string | undefined;
}

export const pairClasses = 'grid gap-4 md:grid-cols-2';

export function UserFields({ first, register, whyActive }: UserFieldsProps) {
  return (
    <>
      <TextField {...(first && { ref: first })} label="Full Name" required {...register('full_name')} />
      <div className={pairClasses}>
        <TextField label="Phone Number" type="tel" {...register('phone')} />
        <TextField label="Employee Number" {...register('employee_number')} />
      </div>
      <Checkbox
        label="Active User"
        className="self-start"
        {...register('is_active')}
        disabled={whyActive !== undefined}
        title={whyActive}
      />
    </>
  );
}
