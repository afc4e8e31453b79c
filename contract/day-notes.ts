import * as z from 'zod/mini';
import { dayInUrl, dayParams, described, line, time } from './fields/fields.ts';
import { dayNoteMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { locationIds } from './sales-selection.ts';

const dayNote = z.object({
  location_id: z.string(),
  /** YYYY-MM-DD. It may have no figures. */
  business_date: z.string(),
  /** '' for a day that is only marked. */
  note: z.string(),
  /** "Location closed": no sales were expected. It is not missing, and not compared. */
  is_closed: z.boolean(),
  updated_at: time,
  updated_by_name: z.string(),
});
export type DayNote = z.infer<typeof dayNote>;

export const dayNoteInput = z.strictObject({
  note: described('Empty for none', line(dayNoteMaxLength)),
  is_closed: described('No sales were expected: the day is not missing, and not compared', z.boolean()),
});
export type DayNoteInput = z.infer<typeof dayNoteInput>;

export const listDayNotes = endpoint('GET /api/sales/notes', 'registers.read', {
  failure: 'Failed to fetch the notes of days',
  summary: 'Notes and "Location closed" marks of business days in scope, newest day first, at most 1,000',
  query: z.strictObject({
    from: described('The first business date', dayInUrl),
    to: described('The last business date', dayInUrl),
    location: z.optional(locationIds),
  }),
  response: z.object({ notes: z.array(dayNote), from: z.string(), to: z.string() }),
});

/** Takes the place of the former one; an empty note without the mark deletes it. Needs the act `noteDay`. */
export const setDayNote = endpoint('PUT /api/locations/:id/sales/:business_date/note', 'registers.read', {
  failure: 'Failed to save the note',
  summary: 'Write a note on a business day, or mark that the location was closed',
  params: dayParams,
  body: dayNoteInput,
  response: z.object({ note: z.nullable(dayNote) }),
});
