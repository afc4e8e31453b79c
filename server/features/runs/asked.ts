import type { FieldChange } from '../../../contract/fields/field-change.ts';
import type { LineResult } from '../../../contract/runs.ts';

/**
 * What a line asks for, whatever it comes from: a line of a file, a bulk act, or the undo of a line. The engine decides
 * what it means for the row as it is, once for the preview and once when it is applied.
 */
export interface AskedUser {
  /** Fields that the line does not name stay as they are. */
  fields: {
    /** Only new users get it: the email of a user who exists is corrected on their page. */
    email?: string;
    full_name?: string;
    phone?: string | null;
    employee_number?: string | null;
    is_active?: boolean;
  };
  roles?: AskedLinks;
  locations?: AskedLinks;
  invite?: true;
  /** Of an undo: the line sent the invitation. */
  cancelInvite?: true;
  /** Of an undo: the line created the row, which is deleted. Stored runs have this name. */
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

/** Ids. `replace` sets exactly these; otherwise some are added and some taken away. */
export type AskedLinks = { replace: string[] } | { add: string[]; remove: string[] };

/** How a line of a file finds its row: by id, then number, then email, or name and ZIP. */
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

/** The row that the keys name, null for a new one, or why they name none. */
export type Match = { id: string | null } | { rejected: string };

/**
 * A line as its source reads it. A rejected line names its keys too where they can be read: its row is not missing from
 * the file.
 */
export type ReadLine<Asked, Keys> = { keys: Keys; asked: Asked } | { keys: Keys | null; rejected: string };

/** What was decided about a line. `rejected` and `changed` have a reason. */
export interface Decision {
  result: LineResult;
  reason: string | null;
  changes: FieldChange[];
}

/** What undoes a line, and the version of the row that it left. */
export interface Undo<Asked = AskedUser | AskedLocation> {
  asked: Asked;
  version: string;
}
