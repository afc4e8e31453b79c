import type { ImportColumn } from '../../../../contract/files/import-columns.ts';
import type { Authorized } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { Versioned } from '../../../kernel/stale.ts';
import type { Plan } from '../decide/plan.pure.ts';
import type { Reading } from '../import/cells/cells.pure.ts';
import type { LineKeys, LineRequest, Match, ReadLine } from '../line-request.pure.ts';

/** In the actor's scope. */
export interface State extends Versioned {
  id: string;
  name: string;
}

export interface Loaded<Request = LineRequest, Row extends State = State, Act = unknown> {
  states: ReadonlyMap<string, Row>;
  /** `row` is null for a new one. Pure. */
  decide(request: Request, row: Row | null): Plan<Act, Request>;
  /** The plan removes those whom it deactivates or deletes, so that the last one stays. */
  admins?: Set<string>;
}

/** What differs between users, locations and stock. All of them are methods, so that work on a run needs no types of theirs. */
export interface Subject<
  Request = LineRequest,
  Keys extends LineKeys = LineKeys,
  Row extends State = State,
  Act = unknown,
> {
  /** What two lines with the same id are both about. */
  noun: string;
  missing: string;
  /** Those of a file that find a row. */
  keyColumns: readonly ImportColumn[];
  /** No other line of the file or the run may have them. With what they are. */
  keysOf(
    keys: { [K in keyof Keys]?: Keys[K] | null } & { id?: string | null },
  ): { key: string; what: string }[];
  read(cells: readonly string[], reading: Reading): ReadLine<Request, Keys>;
  /** In the actor's scope, with one statement for all. */
  match(ctx: Authorized, keys: readonly Keys[]): Promise<Match[]>;
  /** As the file says it. */
  nameOf(keys: Partial<Keys>, request: Request | null): string;
  /** Why there is no new row. Without the reasons that faulty columns give already. */
  whyIncomplete(request: Request, faulty: ReadonlySet<string>): string[];
  /** For a preview of hundreds and for the change of one. */
  load(
    ctx: Authorized,
    lines: readonly { request: Request; subject_id: string | null }[],
  ): Promise<Loaded<Request, Row, Act>>;
  /** Until the transaction ends. */
  lock(ctx: InTransaction<Authorized>, id: string): Promise<void>;
  /** Calls the use case. */
  apply(ctx: InTransaction<Authorized>, act: Act, id: string): Promise<{ id?: string; updated_at?: string }>;
}
