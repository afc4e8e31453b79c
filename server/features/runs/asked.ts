import type { FieldChange } from '../../../contract/fields/field-change.ts';
import type { LineResult } from '../../../contract/runs.ts';

/**
 * The request of a line, from any source: a line of a file, a bulk act, or the undo of a line. The engine decides
 * what it means for the current row, once for the preview and once when it is applied.
 */
export interface AskedUser {
  /** Fields that the line does not name stay as they are. */
  fields: {
    /** Only for new users. The email of an existing user is corrected on the user's page. */
    email?: string;
    full_name?: string;
    phone?: string | null;
    employee_number?: string | null;
    is_active?: boolean;
  };
  roles?: AskedLinks;
  locations?: AskedLinks;
  invite?: true;
  /** For an undo: the line sent the invitation. */
  cancelInvite?: true;
  /** For an undo: the line created the row, which is deleted. Stored runs contain this name. */
  takeBack?: true;
}

export interface AskedLocation {
  fields: {
    name?: string;
    address?: string;
    city?: string;
    state?: string;
    zip?: string;
    phone?: string | null;
    number?: string | null;
    closed_on?: string | null;
  };
  takeBack?: true;
}

/** Ids. `replace` sets exactly these; otherwise some are added and some removed. */
export type AskedLinks = { replace: string[] } | { add: string[]; remove: string[] };

/** How a line of a file finds its row: by id, then number, then email, or by name and ZIP code. */
export interface UserKeys {
  id?: string;
  employee_number?: string;
  email?: string;
}

export interface LocationKeys {
  id?: string;
  number?: string;
  name?: string;
  zip?: string;
}

/** The row that the keys name, null for a new one, or the reason why they name none. */
export type Match = { id: string | null } | { rejected: string };

/**
 * A line as read from its source. A rejected line has its keys too if they can be read, so that its row counts as
 * named by the file.
 */
export type ReadLine<Asked, Keys> = { keys: Keys; asked: Asked } | { keys: Keys | null; rejected: string };

/** The decision about a line. `rejected` and `changed` have a reason. */
export interface Decision {
  result: LineResult;
  reason: string | null;
  changes: FieldChange[];
}

/** The request that undoes a line, and the version of the row after the line. */
export interface Undo<Asked = AskedUser | AskedLocation> {
  asked: Asked;
  version: string;
}
