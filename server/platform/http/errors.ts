import type { FastifyBaseLogger } from 'fastify';
import { type ProblemCode, problemStatus } from '../../../contract/http/errors.ts';
import type { FieldIssue, Problem } from '../../../contract/http/problem.ts';
import { type Outage, OutcomeUnknown, outageOf } from '../database/outage.ts';

interface Extra {
  issues?: FieldIssue[];
  /** Replaces the endpoint's failure text when a later step of the call fails. */
  failure?: string;
  /** Of a stale row. */
  changed?: { by: string; at: string };
  /** A denial that the code alone does not show, such as another actor's location in a list. */
  denial?: boolean;
  /** Programs wait this long. */
  retry_after_seconds?: number;
}

/** What is busy is usually free again soon. */
const busySeconds = 2;

/** The text is for users. Anything else that is thrown is a bug. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ProblemCode;
  readonly issues: FieldIssue[] | undefined;
  readonly failure: string | undefined;
  readonly changed: Extra['changed'];
  /** The audit log records that the actor requested what they may not have. */
  readonly isDenial: boolean;
  readonly retry_after_seconds: number | undefined;

  constructor(code: ProblemCode, detail: string, extra: Extra = {}) {
    super(detail);
    const { issues, failure, changed, denial, retry_after_seconds } = extra;
    this.code = code;
    this.retry_after_seconds = retry_after_seconds ?? (this.status === 503 ? busySeconds : undefined);
    this.issues = issues;
    this.failure = failure;
    this.changed = changed;
    this.isDenial = denial ?? (code === 'forbidden' || code === 'not_found');
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

/** For issues that only the server can find, in the form that validation uses. */
export function invalid(...issues: FieldIssue[]): ApiError {
  const detail = issues.map((issue) => issue.message).join('. ');
  return new ApiError('validation_failed', detail, { issues });
}

/** RFC 9457. `failure` is from the specification's error catalog. */
export function toProblem(error: ApiError, failure: string, requestId: string): Problem {
  return {
    type: `urn:canopy:problem:${error.code}`,
    title: error.failure ?? failure,
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.issues && { issues: error.issues }),
    ...(error.changed && { changed: error.changed }),
    request_id: requestId,
  };
}

const outages: Record<Outage, string> = {
  away: 'The database does not answer right now. Nothing was saved; try again.',
  busy: 'The database is busy right now. Nothing was saved; try again.',
  read_only: 'The database is read-only right now. Nothing was saved; try again later.',
  full: 'The disk is full. Nothing was saved; free some space and try again.',
};

/** A 503, which clients retry; null for errors that are no outage of the database. */
export function asUnavailable(error: unknown): ApiError | null {
  if (error instanceof OutcomeUnknown) {
    return new ApiError(
      'unavailable',
      'The connection to the database broke while this was saved. Reload the page to see whether it was.',
    );
  }
  const outage = outageOf(error);
  return outage && new ApiError('unavailable', outages[outage]);
}

/** For errors outside of requests. database-log.ts logs an outage of the database once. */
export function logFault(log: Pick<FastifyBaseLogger, 'error'>, error: unknown, message: string): void {
  const outage = outageOf(error);
  if (!outage || outage === 'busy') log.error({ err: error }, message);
}

/** `failure` is a text of docs/specification.md, section 8. */
export async function withFailure<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { failure }) : error;
  }
}
