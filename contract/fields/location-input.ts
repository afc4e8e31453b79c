import * as z from 'zod/mini';
import { line, optionalLine } from './fields.ts';
import {
  addressMaxLength,
  cityMaxLength,
  nameMaxLength,
  numberMaxLength,
  phoneMaxLength,
  stateLength,
  zipMaxLength,
  zipMinLength,
} from './limits.ts';
import { optionalTimeZone } from './time-zone.ts';
import { visible } from './visible-characters.ts';

export const locationFields = {
  name: line(nameMaxLength, z.minLength(1, 'Name is required')),
  address: line(addressMaxLength, z.minLength(1, 'Address is required')),
  city: line(cityMaxLength, z.minLength(1, 'City is required')),
  state: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(stateLength, 'State is required'),
      z.maxLength(stateLength, 'State must be 2 characters'),
      visible,
    ),
  zip: line(zipMaxLength, z.minLength(zipMinLength, 'ZIP code must be at least 5 characters')),
  phone: optionalLine(phoneMaxLength),
  number: optionalLine(numberMaxLength),
  /** Without one it follows from the state and the ZIP code, else from the chain. */
  time_zone: z.optional(optionalTimeZone),
};

/** docs/specification.md, section 5. The state is stored in upper case. */
export const locationInput = z.strictObject({
  ...locationFields,
  phone: z._default(locationFields.phone, null),
  number: z._default(locationFields.number, null),
});
export type LocationInput = z.infer<typeof locationInput>;
