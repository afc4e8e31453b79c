import * as z from 'zod/mini';
import { described, id, idParams, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';

const openSession = z.object({
  id: z.string(),
  /** 'Chrome on Windows' */
  device: z.string(),
  /** Of the last refresh. */
  ip: z.string(),
  signed_in_at: time,
  /** Exact to the minute. */
  last_seen_at: time,
  is_current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

const sessions = z.object({ sessions: z.array(openSession) });
const ended = z.object({ ended: z.number() });

export const listOwnSessions = endpoint('GET /api/profile/sessions', 'signed_in', {
  failure: 'Failed to load your devices',
  summary: 'The open sessions of the signed-in user, last seen first',
  response: sessions,
});

export const endOwnSession = endpoint('DELETE /api/profile/sessions/:id', 'signed_in', {
  failure: 'Failed to sign the device out',
  summary: 'End a session of the signed-in user; one that has ended is no error',
  params: idParams,
});

export const endOtherSessions = endpoint('POST /api/profile/sessions/end-others', 'signed_in', {
  failure: 'Failed to sign the other devices out',
  summary: 'End all sessions of the signed-in user but this one',
  response: ended,
});

export const listSessionsOf = endpoint('GET /api/users/:id/sessions', 'users.sessions', {
  failure: "Failed to load the user's devices",
  summary: "A user's open sessions, last seen first",
  params: idParams,
  response: sessions,
});

export const endSessionOf = endpoint('DELETE /api/users/:id/sessions/:session_id', 'users.sessions', {
  failure: 'Failed to sign the device out',
  summary: "End one of a user's sessions; one that has ended is no error",
  params: z.extend(idParams, { session_id: described('The id of the session', id) }),
});

export const endSessionsOf = endpoint('DELETE /api/users/:id/sessions', 'users.sessions', {
  failure: 'Failed to sign the devices out',
  summary: "End all of a user's sessions",
  params: idParams,
  response: ended,
});
