import type { FieldIssue, Problem } from '../../../contract/http/problem.ts';

/** The error of a failed call, with a message for users: "Failed to create location: Name is required". */
export class RequestFailed extends Error {
  /** A `ProblemCode` of the contract, a code of the auth protocol, or 'unreachable' when no answer came. */
  readonly code: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly issues: readonly FieldIssue[];
  /** The server's sentence without the failure text before it. */
  readonly reason: string;
  /** With code 'stale': who changed the row, and when. */
  readonly changed: Problem['changed'];

  constructor(
    message: string,
    code: string,
    status: number,
    { issues = [], detail = message, changed }: Partial<Problem> = {},
  ) {
    super(message);
    this.name = 'RequestFailed';
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.reason = detail;
    this.changed = changed;
  }
}

export function messageOf(error: unknown, fallback: string) {
  return error instanceof Error && error.message ? error.message : fallback;
}

/** The reason of a failure, for a sentence that names the failed action itself. */
export function reasonOf(error: unknown) {
  if (!(error instanceof RequestFailed)) return messageOf(error, 'Something went wrong.');
  return error.code === 'unreachable' ? unreachable : error.reason;
}

export const unreachable = 'The server cannot be reached. Check your connection and try again.';

/** Somebody deleted the row, or it left the reader's scope: another try changes nothing. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'not_found';
}

/** A row that does not exist counts as deleted, so that a deletion whose answer was lost can be repeated. */
export async function ignoreMissing(deleting: Promise<unknown>): Promise<void> {
  await deleting.catch((error: unknown) => {
    if (!(error instanceof RequestFailed && error.code === 'not_found')) throw error;
  });
}
