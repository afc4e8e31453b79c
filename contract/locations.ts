import * as z from 'zod/mini';
import { day, described, id, idParams, newId, text, time } from './fields/fields.ts';
import { addressMaxLength, phoneMaxLength, zipMaxLength } from './fields/limits.ts';
import { locationFields, locationInput } from './fields/location-input.ts';
import { endpoint } from './http/endpoint.ts';
import {
  listCount,
  listPage,
  listPosition,
  listValues,
  locationListQuery,
  locationSelectionQuery,
  locationValuesQuery,
} from './lists/list.ts';

export const location = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.nullable(z.string()),
  /** Unique in any spelling of its letters. */
  number: z.nullable(z.string()),
  /** YYYY-MM-DD; null while it is open. */
  closed_on: z.nullable(z.string()),
  /** IANA name. Times at the location are shown in it. */
  time_zone: z.string(),
  district_id: z.nullable(z.string()),
  /** Active users, and those with the built-in role manager. Not part of the version. */
  user_count: z.number(),
  manager_count: z.number(),
  created_at: time,
  updated_at: time,
});
export type Location = z.infer<typeof location>;

const ref = { id: true, name: true, city: true, state: true } as const;
export const locationRef = z.pick(location, ref);
export type LocationRef = z.infer<typeof locationRef>;

/** As a picker shows it. */
export const locationChoice = z.pick(location, {
  ...ref,
  address: true,
  zip: true,
  number: true,
  closed_on: true,
  district_id: true,
  time_zone: true,
});
export type LocationChoice = z.infer<typeof locationChoice>;

export const listLocations = endpoint('GET /api/locations', 'locations.read', {
  failure: 'Failed to fetch locations',
  searchFailure: 'Failed to search locations',
  summary: 'Locations in scope, newest first or sorted',
  query: locationListQuery,
  response: z.object({ locations: z.array(location), ...listPage }),
});

export const countLocations = endpoint('GET /api/locations/count', 'locations.read', {
  failure: 'Failed to count locations',
  summary: 'How many locations in scope match',
  query: locationSelectionQuery,
  response: listCount,
});

export const listLocationValues = endpoint('GET /api/locations/values', 'locations.read', {
  failure: 'Failed to load the values of the filter',
  summary: 'The values of a filter of locations, with how many locations have each',
  query: locationValuesQuery,
  response: listValues,
});

export const getLocationPosition = endpoint('GET /api/locations/:id/position', 'locations.read', {
  failure: 'Failed to find the location in the list',
  summary: 'Where a location stands in a list of locations, and which come before and after',
  params: idParams,
  query: locationSelectionQuery,
  response: listPosition,
});

/** One of them may be a duplicate of the location that is typed. */
export const listSamePlaces = endpoint('GET /api/locations/same-address', 'locations.read', {
  failure: 'Failed to look for the same address',
  summary: 'Locations in scope with the same street and ZIP code, or the same phone, whatever the spelling',
  query: z.strictObject({
    address: described('Number and street', z._default(text(addressMaxLength), '')),
    zip: described('ZIP code', z._default(text(zipMaxLength), '')),
    phone: described('Phone number', z._default(text(phoneMaxLength), '')),
    except: described('The location that is edited', z.optional(id)),
  }),
  response: z.object({
    /** By name, at most `samePlacesNamed`. */
    locations: z.array(
      z.extend(z.pick(location, { id: true, name: true, closed_on: true }), {
        same: z.array(z.enum(['address', 'phone'])),
      }),
    ),
    total: z.number(),
  }),
});
export const getLocation = endpoint('GET /api/locations/:id', 'locations.read', {
  failure: 'Failed to fetch location',
  summary: 'One location, with how many users are assigned to it',
  params: idParams,
  /** Counts inactive users too, for readers who may see them (`seesPastOfUsers`). */
  response: z.extend(location, { assigned_count: z.number() }),
});

/** A repeated request with the same `id`, user and body returns the first row. A district needs the act `manageDistricts`. */
export const createLocation = endpoint('POST /api/locations', 'locations.create', {
  failure: 'Failed to create location',
  summary: 'Add a location',
  body: z.extend(locationInput, {
    id: newId,
    district_id: described('The district that it belongs to', z.optional(z.nullable(id))),
  }),
  response: location,
});

export const updateLocation = endpoint('PATCH /api/locations/:id', 'locations.update', {
  failure: 'Failed to update location',
  ifMatch: true,
  summary: 'Edit a location',
  params: idParams,
  body: z.partial(z.strictObject(locationFields)),
  response: location,
});

/** Idempotent; a closed location may be closed on another day. */
export const closeLocation = endpoint('POST /api/locations/:id/close', 'locations.update', {
  failure: 'Failed to close location',
  summary: 'Close a location: it keeps its users and its history, and nobody new is assigned to it',
  params: idParams,
  body: z.strictObject({ closed_on: described('The day on which it closes', day) }),
  response: location,
});

export const reopenLocation = endpoint('POST /api/locations/:id/reopen', 'locations.update', {
  failure: 'Failed to reopen location',
  summary: 'Open a closed location again',
  params: idParams,
  response: location,
});

export const deleteLocation = endpoint('DELETE /api/locations/:id', 'locations.delete', {
  failure: 'Failed to delete location',
  summary: 'Delete a location and its assignments',
  params: idParams,
});
