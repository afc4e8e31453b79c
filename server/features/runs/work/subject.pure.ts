import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { Plan } from '../decide/plan.pure.ts';
import type { LineRow } from '../run-lines.repository.ts';
import type { ReadWith, RequestedLine } from './read-lines.service.ts';

/** The current state of a user or a location in the actor's scope. */
export interface State {
  id: string;
  name: string;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
}

export interface Loaded<Request, Act> {
  states: ReadonlyMap<string, State>;
  /** Decides what the line means for the row, null for a new one. Pure. */
  decide(request: Request, id: string | null): Plan<Act, Request>;
  /**
   * Administrators who can sign in. The plan removes those whom it deactivates or deletes, so that the last one
   * stays.
   */
  admins: Set<string>;
}

/** The functions by which the run engine handles users, or locations. */
export interface Subject<Request, Act> {
  noun: 'user' | 'location';
  missing: string;
  /** The requests of the lines. */
  ask(ctx: Context, rows: readonly LineRow[], readWith: ReadWith): Promise<RequestedLine<Request>[]>;
  /** Reads the rows of these lines and the rules about them, for a preview of hundreds and for the change of one. */
  load(
    ctx: Context,
    lines: readonly { request: Request; subject_id: string | null }[],
  ): Promise<Loaded<Request, Act>>;
  /** Locks the row until the transaction ends. */
  lock(ctx: InTransaction, id: string): Promise<void>;
  /** Keys that no other line of the run may have, with words for each. */
  keys(request: Request, id: string | null): { key: string; what: string }[];
  /** Calls the use cases. Returns the row's id and version. */
  apply(
    ctx: InTransaction,
    acts: readonly Act[],
    state: Pick<State, 'id' | 'updated_at'> | null,
  ): Promise<Pick<State, 'id' | 'updated_at'>>;
}
