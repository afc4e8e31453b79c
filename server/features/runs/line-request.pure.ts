import type { FieldChange } from '../../../contract/fields/field-change.ts';
import type { LocationInput } from '../../../contract/fields/location-input.ts';
import type { UserInput } from '../../../contract/fields/user-input.ts';
import type { LineReason, LineResult } from '../../../contract/runs.ts';

/**
 * From a file, a bulk act or an undo. Its meaning for the current row is decided for the preview and when it is
 * applied.
 */
export interface UserRequest {
  /** Fields that the line does not name stay as they are. The email of an existing user is corrected. */
  fields: Partial<UserInput>;
  roles?: LinksRequest;
  locations?: LinksRequest;
  /** Whole ones. */
  districts?: LinksRequest;
  invite?: true;
  /** Only if the line creates an active user. */
  inviteNew?: true;
  /** As the file writes it, when `full_name` is 'Lopez, Ana' turned round. A user who has it keeps it. */
  written_name?: string;
  /** For an undo: a user who has joined was to confirm another email. */
  cancelCorrection?: true;
  /** For an undo: the line sent the invitation. */
  cancelInvite?: true;
  /** For an undo: the line created the row, which is deleted. Stored runs contain this name. */
  takeBack?: true;
  /** With `takeBack`: the line also sent the invitation, so that it is no reason to keep the user. */
  hasInvited?: true;
  /** For an undo: the line deactivated the user, which ended their invitation. */
  endedInvitation?: true;
}

export interface LocationRequest {
  fields: Partial<LocationInput> & { closed_on?: string | null; district_id?: string | null };
  /** As the line says. It changes nothing, and must agree. */
  is_open?: boolean;
  cover?: CoverRequest;
  /** For an undo: the line granted it. */
  endCover?: CoverRequest;
  takeBack?: true;
}

export interface CoverRequest {
  user_id: string;
  /** On the clock of the location. */
  ends_at: string;
  reason: string | null;
}

export interface StockRequest {
  /** Quantities are thousandths of a unit. A line that counts also says when, or that it does not say. */
  fields: {
    location_id?: string;
    code?: string;
    counted?: number;
    counted_at?: string | null;
    reorder_point?: number | null;
  };
  /** As the file names it. */
  location_name?: string;
  takeBack?: true;
}

/** Ids. `replace` sets exactly these. With `moves`, a user without any of the removed ones gets none of the others. */
export type LinksRequest = { replace: string[] } | { add: string[]; remove: string[]; moves?: true };

/** By id, then number, then email, or by name and ZIP code. */
export interface UserKeys {
  id?: string;
  employee_number?: string;
  email?: string;
  /** The user said that the number is right, although it is like another one. */
  is_exact?: true;
  /** No key, but a sign that a number is that of somebody else. */
  full_name?: string;
}

export interface LocationKeys {
  id?: string;
  number?: string;
  name?: string;
  zip?: string;
  is_exact?: true;
}

export interface StockKeys {
  location_id: string;
  code: string;
}

export type LineKeys = UserKeys | LocationKeys | StockKeys;

/** `id` is null for a new row. */
export type Match = { id: string | null } | { rejected: LineReason };

/**
 * A rejected line has what could be read, so that its row counts as named by the file. A note is no line of the list.
 */
export type ReadLine<Request = LineRequest, Keys = LineKeys> =
  | { keys: Keys; request: Request }
  | { keys: Keys | null; rejected: LineReason[]; partial: Request; faulty: ReadonlySet<string> }
  | { keys: null; note: string };

/** `rejected` and `changed` have a reason. */
export interface Decision {
  result: LineResult;
  reason: string | null;
  /** When there are several, or something would mend them. */
  reasons?: LineReason[];
  changes: FieldChange[];
}

/** `version` is that of the row after the line. */
export type LineRequest = UserRequest | LocationRequest | StockRequest;

export interface Undo {
  asked: LineRequest;
  version: string;
}
