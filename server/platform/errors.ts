import { type FieldIssue, type Problem, type ProblemCode, problemStatus } from '../../contract/errors.ts';

interface Extra {
  issues?: FieldIssue[];
  /** Overrides the endpoint's failure text, where a later step of one call decides it. */
  failure?: string;
  /** Who changed a stale row, and when. */
  changed?: { by: string; at: string };
  /** Also this code refuses what is not the caller's, such as a store of somebody else in a list. */
  denial?: boolean;
}

/** An outcome that the caller must be told, in the person's words. Everything else thrown is a bug. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ProblemCode;
  readonly issues: FieldIssue[] | undefined;
  readonly failure: string | undefined;
  readonly changed: Extra['changed'];
  /** The caller reached for what is not theirs: the audit tells of it. */
  readonly isDenial: boolean;

  constructor(code: ProblemCode, detail: string, { issues, failure, changed, denial }: Extra = {}) {
    super(detail);
    this.code = code;
    this.issues = issues;
    this.failure = failure;
    this.changed = changed;
    this.isDenial = denial ?? (code === 'forbidden' || code === 'not_found');
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

/** Field issues that only the server can find, in the shape that validation gives. */
export function invalid(...issues: FieldIssue[]): ApiError {
  const detail = issues.map((issue) => issue.message).join('. ');
  return new ApiError('validation_failed', detail, { issues });
}

/** RFC 9457. `failure` is the endpoint's text of the specification's error catalogue. */
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

/**
 * Turns a passing fault of the database (gone, restarting, locked too long, disk full) into 503, which
 * clients retry; null for anything else.
 */
export function asUnavailable(error: unknown): ApiError | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (errcode === 13 || code === '53100') {
    return new ApiError('unavailable', 'The disk is full. Nothing was saved; free some space and try again.');
  }
  const sqliteBusy = typeof errcode === 'number' && [5, 6, 10].includes(errcode % 256);
  const postgresGone =
    typeof code === 'string' &&
    /^(08\w{3}|57P0\d|53300|40001|40P01|55P03|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    );
  const poolExhausted = /timeout exceeded when trying to connect|Connection terminated/i.test(error.message);
  if (!sqliteBusy && !postgresGone && !poolExhausted) return null;
  return new ApiError('unavailable', 'The database does not answer right now. Nothing was saved; try again.');
}

/** Lets this step decide the failure text when it fails (specification section 8). */
export async function withFailure<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { failure }) : error;
  }
}
