import * as z from 'zod/mini';
import { described, idParams } from '../fields/fields.ts';
import { endpoint } from '../http/endpoint.ts';

const watchConditions = ['enters', 'not_empty'] as const;
const watchDeliveries = ['now', 'daily'] as const;

const watchFields = {
  condition: described('When something enters it, or it is not empty', z.enum(watchConditions)),
  delivery: described('At once, or with the daily email', z.enum(watchDeliveries)),
};

const watch = z.object({
  view_id: z.string(),
  ...watchFields,
  /** It could not be evaluated. It is tried again each day, and when it is saved. */
  is_broken: z.boolean(),
});
export type ViewWatch = z.infer<typeof watch>;

export const listWatches = endpoint('GET /api/view-watches', 'signed_in', {
  failure: 'Failed to load the watched views',
  summary: 'The saved views that the actor watches',
  response: z.object({ watches: z.array(watch) }),
});

export const watchView = endpoint('PUT /api/view-watches/:id', 'signed_in', {
  failure: 'Failed to watch the view',
  summary: 'Tell the actor when something enters a saved view, or when it is not empty',
  params: idParams,
  body: z.strictObject(watchFields),
  response: watch,
});

export const unwatchView = endpoint('DELETE /api/view-watches/:id', 'signed_in', {
  failure: 'Failed to stop watching the view',
  summary: 'Watch a saved view no longer',
  params: idParams,
});

const locationWatch = z.object({
  is_watched: z.boolean(),
  /** Who is assigned there is told without a watch. */
  is_assigned: z.boolean(),
});
export type LocationWatch = z.infer<typeof locationWatch>;

export const getLocationWatch = endpoint('GET /api/locations/:id/watch', 'registers.read', {
  forTokens: false,
  failure: 'Failed to load whether you watch this location',
  summary: 'Whether the actor is told what the registers of a location do',
  params: idParams,
  response: locationWatch,
});

/** It gives no access, and tells nothing to who does not see the location any more. */
export const watchLocation = endpoint('PUT /api/locations/:id/watch', 'registers.read', {
  forTokens: false,
  failure: 'Failed to save whether you watch this location',
  summary:
    'Tell the actor when registers of a location are silent, a day is missing or corrected, or a till is off',
  params: idParams,
  body: z.strictObject({ is_watched: described('Whether the actor hears of it', z.boolean()) }),
  response: locationWatch,
});
