import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { Plan } from '../decide/plan.ts';
import type { LineRow } from '../run-lines.repository.ts';
import type { Asking, ReadWith } from './read-lines.ts';

/** A user or a location as it is, in the actor's scope. */
export interface State {
  id: string;
  name: string;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
}

export interface Loaded<Asked, Act> {
  states: ReadonlyMap<string, State>;
  /** Pure: what the line means for the row, null for a new one. */
  decide(asked: Asked, id: string | null): Plan<Act, Asked>;
  /** Administrators who can sign in. The plan takes out whom it takes away, so that it never takes the last one. */
  admins: Set<string>;
}

/** What the run engine needs to know of users, and of locations. */
export interface Subject<Asked, Act> {
  noun: 'user' | 'location';
  missing: string;
  /** What the lines ask for. */
  ask(ctx: Context, rows: readonly LineRow[], readWith: ReadWith): Promise<Asking<Asked>[]>;
  /** The rows of these lines and the rules about them, for a preview of hundreds and for the change of one alike. */
  load(
    ctx: Context,
    lines: readonly { asked: Asked; subject_id: string | null }[],
  ): Promise<Loaded<Asked, Act>>;
  /** Locks the row until the transaction ends. */
  lock(ctx: InTransaction, id: string): Promise<void>;
  /** What no other line of the run may be about, with the words for it. */
  keys(asked: Asked, id: string | null): { key: string; what: string }[];
  /** Calls the use cases. Returns the row's id and version. */
  apply(
    ctx: InTransaction,
    acts: readonly Act[],
    state: Pick<State, 'id' | 'updated_at'> | null,
  ): Promise<Pick<State, 'id' | 'updated_at'>>;
}
