import * as z from 'zod/mini';
import { email, line } from '../fields/fields.ts';
import { nameMaxLength, passwordMinLength, signUpNameMinLength } from '../fields/limits.ts';

/** docs/specification.md, section 5. A password is never trimmed. */
export const newPassword = z
  .string()
  .check(z.minLength(passwordMinLength, 'Password must be at least 6 characters'));

export const signInInput = z.object({ email, password: newPassword, remember: z.optional(z.boolean()) });
export type SignInInput = z.infer<typeof signInInput>;

const confirmation = {
  password: newPassword,
  confirmPassword: z.string().check(z.minLength(passwordMinLength, 'Please confirm your password')),
};
const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    message: "Passwords don't match",
    path: ['confirmPassword'],
    // Reported together with other issues; by default zod reports it only when there are none.
    when: ({ value }) => Object(value) === value,
  },
);

export const signUpInput = z
  .object({
    email,
    full_name: line(
      nameMaxLength,
      z.minLength(signUpNameMinLength, 'Full name must be at least 2 characters'),
    ),
    ...confirmation,
  })
  .check(passwordsMatch);
export type SignUpInput = z.infer<typeof signUpInput>;

export const newPasswordInput = z.object(confirmation).check(passwordsMatch);

export const recoveryInput = z.object({ email });
