import * as z from 'zod/mini';
import { described, id, idParams, line, newId, optionalLine, time } from './fields/fields.ts';
import { numberMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

const districtNameMaxLength = 100;

const named = z.object({ id: z.string(), name: z.string() });
export const districtRef = named;
export type DistrictRef = z.infer<typeof districtRef>;

export const district = z.object({
  ...named.shape,
  number: z.nullable(z.string()),
  /** Shown and notified; gives no access. Null also while this user is deactivated, and for a reader who may not see them. */
  manager: z.nullable(named),
  /** Open ones in the reader's scope. */
  location_count: z.number(),
  /** Active users in the reader's scope who have the district. */
  user_count: z.number(),
  /** Whether the reader has it whole, so that they may give it to others. */
  is_whole: z.boolean(),
  updated_at: time,
});
export type District = z.infer<typeof district>;

const districtFields = {
  name: described('As lists show it', line(districtNameMaxLength, z.minLength(1, 'Name is required'))),
  number: described('As the chain counts it', optionalLine(numberMaxLength)),
  manager_id: described('Who is shown and notified; it gives no access', z.nullable(id)),
};
export const districtInput = z.strictObject({
  ...districtFields,
  number: z._default(districtFields.number, null),
  manager_id: z._default(districtFields.manager_id, null),
});
export type DistrictInput = z.infer<typeof districtInput>;

/** Those with a location in the reader's scope, and those that the reader has. All for readers of all locations. */
export const listDistricts = endpoint('GET /api/districts', 'districts.read', {
  failure: 'Failed to fetch districts',
  summary: 'Districts in scope by name, with how many locations and users each has',
  response: z.object({ districts: z.array(district) }),
});

export const districtUsersNamed = 500;

export const getDistrict = endpoint('GET /api/districts/:id', 'districts.read', {
  failure: 'Failed to fetch district',
  summary: 'One district, with who has it',
  params: idParams,
  response: z.extend(district, {
    /** The manager does not see all its open locations, of those in the reader's scope. False without a manager. */
    manager_misses: z.boolean(),
    /** Active ones in the reader's scope, by name, with who gave it; at most `districtUsersNamed` of `user_count`. */
    users: z.array(z.extend(named, { granted: z.object({ at: time, by: z.nullable(z.string()) }) })),
  }),
});

/** Needs access to all locations, as every change of a district does. A repeated request returns the first row. */
export const createDistrict = endpoint('POST /api/districts', 'districts.manage', {
  failure: 'Failed to create district',
  summary: 'Add a district',
  body: z.extend(districtInput, { id: newId }),
  response: district,
});

export const updateDistrict = endpoint('PATCH /api/districts/:id', 'districts.manage', {
  failure: 'Failed to update district',
  ifMatch: true,
  summary: 'Edit a district',
  params: idParams,
  body: z.partial(z.strictObject(districtFields)),
  response: district,
});

/** Refused while it has locations, closed ones included (409). */
export const deleteDistrict = endpoint('DELETE /api/districts/:id', 'districts.manage', {
  failure: 'Failed to delete district',
  summary: 'Delete a district without locations',
  params: idParams,
});

const affected = z.object({
  /** By name; at most `movedUsersNamed` of `total`. `covers_until`: until then they see it in any case. */
  users: z.array(z.extend(named, { covers_until: z.nullable(time) })),
  total: z.number(),
});
export const movedUsersNamed = 50;

/** Nothing changes. Without `district_id` the location leaves its district. */
export const previewDistrictMove = endpoint('GET /api/locations/:id/district', 'districts.manage', {
  failure: 'Failed to look at who would gain or lose the location',
  summary: 'Which users would gain and lose a location if it moved to another district',
  params: idParams,
  query: z.strictObject({ district_id: described('The new one; none without it', z.optional(id)) }),
  response: z.object({ gain: affected, lose: affected }),
});

export const moveLocation = endpoint('PUT /api/locations/:id/district', 'districts.manage', {
  failure: 'Failed to move the location',
  ifMatch: true,
  summary: 'Move a location to a district, or out of its district with null',
  params: idParams,
  body: z.strictObject({ district_id: described('The new one; null for none', z.nullable(id)) }),
  response: z.object({ district_id: z.nullable(z.string()), updated_at: time }),
});
