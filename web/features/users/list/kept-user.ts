import { textsInUserKey, userKey } from '../../../../contract/lists/search-key.ts';
import type { UserRow } from '../../../../contract/users.ts';

const dayMs = 86_400_000;

type State = Pick<UserRow, 'is_active' | 'invitation' | 'has_second_factor'>;
type Texts = ReturnType<typeof textsInUserKey>;

/**
 * A user in the form in which the list in memory stores them: ten thousand rows of the answer take 1.2 MB more
 * (decision 47). Email, phone and employee number are read from the search key, which contains them anyway. Times are
 * days and milliseconds: numbers of 31 bits take no memory beside the row. Users in the same state share it. To
 * change a row, start from `toRow`, because a spread would lose these members.
 */
export class KeptUser implements UserRow {
  readonly id: string;
  readonly full_name: string | null;
  readonly last_sign_in_at: string | null;
  readonly role_ids: string[];
  readonly location_ids: string[];
  readonly states: string[];
  /** The folded text that a search looks through. */
  readonly key: string;
  readonly #state: State;
  /** Null when the key contains them unchanged. */
  readonly #ownTexts: Texts | null;
  readonly #createdDay: number;
  readonly #createdMs: number;
  readonly #updatedDay: number;
  readonly #updatedMs: number;

  constructor(row: UserRow) {
    this.id = row.id;
    this.full_name = row.full_name;
    this.last_sign_in_at = row.last_sign_in_at;
    this.role_ids = row.role_ids;
    this.location_ids = row.location_ids;
    this.states = row.states;
    this.key = userKey(row);
    this.#state = sharedState(row);
    this.#ownTexts = hasSameTexts(row, textsInUserKey(this.key)) ? null : textsOf(row);
    const [createdAt, updatedAt] = [Date.parse(row.created_at), Date.parse(row.updated_at)];
    this.#createdDay = Math.trunc(createdAt / dayMs);
    this.#createdMs = Math.trunc(createdAt % dayMs);
    this.#updatedDay = Math.trunc(updatedAt / dayMs);
    this.#updatedMs = Math.trunc(updatedAt % dayMs);
  }

  get email(): string {
    return (this.#ownTexts ?? textsInUserKey(this.key)).email;
  }

  get phone(): string | null {
    return (this.#ownTexts ?? textsInUserKey(this.key)).phone;
  }

  get employee_number(): string | null {
    return (this.#ownTexts ?? textsInUserKey(this.key)).employee_number;
  }

  get is_active(): boolean {
    return this.#state.is_active;
  }

  get invitation(): UserRow['invitation'] {
    return this.#state.invitation;
  }

  get has_second_factor(): boolean | null {
    return this.#state.has_second_factor;
  }

  get created_at(): string {
    return new Date(this.#createdDay * dayMs + this.#createdMs).toISOString();
  }

  get updated_at(): string {
    return new Date(this.#updatedDay * dayMs + this.#updatedMs).toISOString();
  }

  toRow(): UserRow {
    const { key: _, ...fields } = this;
    const { created_at, updated_at } = this;
    return { ...fields, ...this.#state, ...textsOf(this), created_at, updated_at };
  }
}

const states = new Map<string, State>();

function sharedState({ is_active, invitation, has_second_factor }: UserRow): State {
  const name = `${is_active} ${invitation} ${has_second_factor}`;
  const state = states.get(name) ?? { is_active, invitation, has_second_factor };
  states.set(name, state);
  return state;
}

function textsOf({ email, phone, employee_number }: UserRow): Texts {
  return { email, phone, employee_number };
}

function hasSameTexts(a: Texts, b: Texts): boolean {
  return a.email === b.email && a.phone === b.phone && a.employee_number === b.employee_number;
}
