import type { Authorized } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { Versioned } from '../../../kernel/stale.ts';
import type { Plan } from '../decide/plan.pure.ts';
import type { LineRow } from '../run-lines.repository.ts';
import type { ReadWith, RequestedLine } from './read-lines.service.ts';

/** In the actor's scope. */
export interface State extends Versioned {
  id: string;
  name: string;
}

export interface Loaded<Request, Act> {
  states: ReadonlyMap<string, State>;
  /** `id` is null for a new row. Pure. */
  decide(request: Request, id: string | null): Plan<Act, Request>;
  /** The plan removes those whom it deactivates or deletes, so that the last one stays. */
  admins: Set<string>;
}

export interface Subject<Request, Act> {
  noun: 'user' | 'location' | 'stock item';
  missing: string;
  ask(ctx: Authorized, rows: readonly LineRow[], readWith: ReadWith): Promise<RequestedLine<Request>[]>;
  /** For a preview of hundreds and for the change of one. */
  load(
    ctx: Authorized,
    lines: readonly { request: Request; subject_id: string | null }[],
  ): Promise<Loaded<Request, Act>>;
  /** Until the transaction ends. */
  lock(ctx: InTransaction<Authorized>, id: string): Promise<void>;
  /** No other line of the run may have them. With words for each. */
  keys(request: Request, id: string | null): { key: string; what: string }[];
  /** Calls the use cases. */
  apply(
    ctx: InTransaction<Authorized>,
    acts: readonly Act[],
    state: Pick<State, 'id' | 'updated_at'> | null,
  ): Promise<Pick<State, 'id' | 'updated_at'>>;
}
