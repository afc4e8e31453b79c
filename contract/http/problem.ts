import * as z from 'zod/mini';

export const fieldIssue = z.object({ path: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof fieldIssue>;

/**
 * RFC 9457. `title` is from the specification's error catalog; a user reads "{title}: {detail}". `issues` holds all at
 * once.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.string(),
  issues: z.optional(z.array(fieldIssue)),
  /** With code `stale`. */
  changed: z.optional(z.object({ by: z.string(), at: z.string() })),
  request_id: z.optional(z.string()),
});
export type Problem = z.infer<typeof problem>;
