import * as z from 'zod/mini';
import { email, line, optionalLine } from './fields.ts';
import { nameMaxLength, numberMaxLength, phoneMaxLength } from './limits.ts';

const userFields = {
  email,
  full_name: line(nameMaxLength, z.minLength(1, 'Full name is required')),
  phone: z._default(optionalLine(phoneMaxLength), null),
  is_active: z._default(z.boolean(), true),
  /** Unique in any spelling of its letters. */
  employee_number: z._default(optionalLine(numberMaxLength), null),
};

/** docs/specification.md, section 5. */
export const userInput = z.strictObject(userFields);
export type UserInput = z.infer<typeof userInput>;
