import * as z from 'zod/mini';
import { described, email, line, optionalLine, phone } from './fields.ts';
import { nameMaxLength, numberMaxLength } from './limits.ts';

export const userFields = {
  full_name: described('First and last name', line(nameMaxLength, z.minLength(1, 'Full name is required'))),
  phone,
  employee_number: described('Unique in any spelling of its letters', optionalLine(numberMaxLength)),
  is_active: described('An inactive user cannot sign in', z.boolean()),
};

/** docs/specification.md, section 5. */
export const userInput = z.strictObject({
  ...userFields,
  email: described('With which the user signs in. An invitation goes there', email),
  phone: z._default(userFields.phone, null),
  employee_number: z._default(userFields.employee_number, null),
  is_active: z._default(userFields.is_active, true),
});
export type UserInput = z.infer<typeof userInput>;
