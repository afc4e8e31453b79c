import * as z from 'zod/mini';
import { described, line, optionalLine, phone } from './fields.ts';
import {
  addressMaxLength,
  cityMaxLength,
  nameMaxLength,
  numberMaxLength,
  stateLength,
  zipMaxLength,
  zipMinLength,
} from './limits.ts';
import { optionalTimeZone } from './time-zone.ts';
import { visible } from './visible-characters.ts';

export const locationFields = {
  name: described('As lists show it', line(nameMaxLength, z.minLength(1, 'Name is required'))),
  address: described('Number and street', line(addressMaxLength, z.minLength(1, 'Address is required'))),
  city: described('City or town', line(cityMaxLength, z.minLength(1, 'City is required'))),
  state: described(
    'Two letters, stored in upper case',
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.minLength(stateLength, 'State is required'),
        z.maxLength(stateLength, 'State must be 2 characters'),
        visible,
      ),
  ),
  zip: described(
    'ZIP code',
    line(zipMaxLength, z.minLength(zipMinLength, 'ZIP code must be at least 5 characters')),
  ),
  phone,
  number: described('Unique in any spelling of its letters', optionalLine(numberMaxLength)),
  time_zone: described('IANA name. That of the address without it', z.optional(optionalTimeZone)),
};

/** docs/specification.md, section 5. The state is stored in upper case. */
export const locationInput = z.strictObject({
  ...locationFields,
  phone: z._default(locationFields.phone, null),
  number: z._default(locationFields.number, null),
});
export type LocationInput = z.infer<typeof locationInput>;
