import * as z from 'zod/mini';
import { dayInUrl, described, idParams, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';

export const accessReasons = ['assigned', 'district', 'all_locations', 'cover'] as const;
export type AccessReason = (typeof accessReasons)[number];

/** Null for what held before the day, or after it. */
const within = { from: z.nullable(time), until: z.nullable(time) };

const reason = z.object({
  why: z.enum(accessReasons),
  /** The district, or the role with access to all locations, by the name of that day. */
  through: z.nullable(z.string()),
  /** `by` as in `granted` (contract/user-access.ts); null when no entry says it. */
  granted: z.nullable(z.object({ at: time, by: z.nullable(z.string()) })),
  ...within,
});
export type ReasonOn = z.infer<typeof reason>;

const row = z.object({
  /** Of a user or location. Null for all locations, and for a location that was deleted. */
  id: z.nullable(z.string()),
  name: z.string(),
  /** Then it has no page. */
  is_deleted: z.boolean(),
  /** Of a user. */
  roles: z.array(z.string()),
  reasons: z.array(reason),
  ...within,
});
export type RowOn = z.infer<typeof row>;

/** More are counted; the CSV has all. */
export const accessOnMaxRows = 1000;

const response = z.object({
  day: z.string(),
  /** In which the day begins and ends. */
  time_zone: z.string(),
  /** The first day of the audit log. Nothing is known of the days before. */
  log_began: z.string(),
  /** Entries since that day whose change could not be undone, newest first, so that the answer may be wrong. */
  not_undone: z.array(z.object({ at: time, action: z.string(), why: z.string() })),
  /** As in `listLocationUsers`: now, because no entry says how it was. */
  is_open_to_all: z.boolean(),
  /** By name. */
  rows: z.array(row),
  total: z.number(),
  /** Users whom the reader may not know. */
  hidden_count: z.number(),
  /**
   * Active ones of that day that have the location by their places of today, by name. Null of a user, and for readers
   * who may not see service accounts.
   */
  services: z.nullable(z.array(z.object({ id: z.string(), name: z.string() }))),
});
export type AccessOn = z.infer<typeof response>;

const wanted = {
  params: idParams,
  query: z.strictObject({
    day: described('By the clock of the location, or of the chain; not to come', dayInUrl),
  }),
};
const download = 'text/csv; charset=utf-8';

/**
 * Everybody who could see it at any moment of the day. Computed from the links of today, by undoing the entries of the
 * audit log. Also needs `users.read`. A day to come is refused (400).
 */
export const getLocationAccessOn = endpoint('GET /api/locations/:id/access-on', 'audit.read', {
  failure: 'Failed to compute who could see the location',
  summary: 'Who could see a location on a day, why, and who granted it',
  ...wanted,
  response,
});
export const exportLocationAccessOn = endpoint('GET /api/locations/:id/access-on.csv', 'audit.read', {
  failure: 'Failed to export who could see the location',
  summary: 'Who could see a location on a day, a row for each reason, as CSV; the export itself is recorded',
  ...wanted,
  download,
});

/** As `getLocationAccessOn`; before its locations a row for all, with the roles. The day is that of the chain. */
export const getUserAccessOn = endpoint('GET /api/users/:id/access-on', 'audit.read', {
  failure: 'Failed to compute what the user could see',
  summary: 'What a user could see on a day, of the locations in scope, why, and who granted it',
  ...wanted,
  response,
});
export const exportUserAccessOn = endpoint('GET /api/users/:id/access-on.csv', 'audit.read', {
  failure: 'Failed to export what the user could see',
  summary: 'What a user could see on a day, a row for each reason, as CSV; the export itself is recorded',
  ...wanted,
  download,
});
