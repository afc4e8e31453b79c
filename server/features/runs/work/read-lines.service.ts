import type { LineReason } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { findLocationsByKeys } from '../../locations/location-keys.service.ts';
import { findStockByKeys } from '../../registers/stock/stock.service.ts';
import { findUsersByKeys } from '../../users/list/user-keys.service.ts';
import { missingForLocation } from '../decide/decide-location.rules.ts';
import { missingForStock } from '../decide/decide-stock.rules.ts';
import { missingForUser } from '../decide/decide-user.rules.ts';
import { type Reading, readLocationLine, readUserLine } from '../import/cells/cells.pure.ts';
import { likeNumbers } from '../import/cells/leading-zeros.pure.ts';
import { readStockLine } from '../import/cells/stock-line.pure.ts';
import { locationMatcher, userMatcher } from '../import/choose-match.pure.ts';
import type {
  LocationKeys,
  LocationRequest,
  Match,
  ReadLine,
  StockKeys,
  StockRequest,
  UserKeys,
  UserRequest,
} from '../line-request.pure.ts';
import { linesPerYield } from '../pace.pure.ts';
import type { LineRow } from '../run-lines.repository.ts';

export interface RequestedLine<Request> {
  row: LineRow;
  request: Request | null;
  /** Null for a new row, and when the row is unknown. */
  subject_id: string | null;
  name: string;
  rejected: LineReason[] | null;
  /** Why the row of the file is no line of the list. */
  note?: string;
}

/** Loaded when the lines have cells. */
export type ReadWith = (ctx: Authorized) => Promise<Reading>;

interface Kind<Request, Keys> {
  read(cells: string[], reading: Reading): ReadLine<Request, Keys>;
  match(ctx: Authorized, keys: Keys[]): Promise<Match[]>;
  name(keys: Keys, request: Request | null): string;
  /** Without the reasons that these columns give already. */
  missing(request: Request, faulty: ReadonlySet<string>): string[];
}

const users: Kind<UserRequest, UserKeys> = {
  read: readUserLine,
  match: matchUsers,
  name: (keys, request) =>
    request?.fields.full_name ?? keys.email ?? keys.employee_number ?? request?.fields.email ?? '',
  missing: missingForUser,
};

const locations: Kind<LocationRequest, LocationKeys> = {
  read: readLocationLine,
  match: matchLocations,
  name: (keys, request) => request?.fields.name ?? keys.name ?? keys.number ?? '',
  missing: missingForLocation,
};

const stock: Kind<StockRequest, StockKeys> = {
  read: readStockLine,
  match: async (ctx, keys) => {
    const idOf = await findStockByKeys(ctx, keys);
    return keys.map((key) => ({ id: idOf(key) }));
  },
  name: (keys, request) => nameOfLine(keys.code, request),
  missing: missingForStock,
};

/** '49000000443 at Mill Road', as the file says it. */
function nameOfLine(code: string | undefined, request: StockRequest | null): string {
  return [code ?? request?.fields.code, request?.location_name].filter(Boolean).join(' at ');
}

export const readStockLines = (ctx: Authorized, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, stock);

export const readUserLines = (ctx: Authorized, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, users);

export const readLocationLines = (ctx: Authorized, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, locations);

/** In the actor's scope, with one statement for all. */
export async function matchUsers(ctx: Authorized, keys: readonly UserKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ employee_number = '' }) =>
    likeNumbers(employee_number).map((number) => ({ employee_number: number })),
  );
  return keys.map(userMatcher(await findUsersByKeys(ctx, [...keys, ...like])));
}

export async function matchLocations(ctx: Authorized, keys: readonly LocationKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ number = '' }) => likeNumbers(number).map((number) => ({ number })));
  return keys.map(locationMatcher(await findLocationsByKeys(ctx, [...keys, ...like])));
}

/** Stored with the line, or read from the cells of the file. */
async function readLines<Request, Keys>(
  ctx: Authorized,
  rows: readonly LineRow[],
  readWith: ReadWith,
  kind: Kind<Request, Keys>,
): Promise<RequestedLine<Request>[]> {
  const isOfFile = rows.some((row) => row.request === null);
  if (!isOfFile) return rows.map((row) => stored(row));
  const reading = await readWith(ctx);
  const read: (ReadLine<Request, Keys> | null)[] = [];
  for (const [index, row] of rows.entries()) {
    read.push(row.request === null ? kind.read(row.cells ?? [], reading) : null);
    if (index % linesPerYield === 0) await yieldToRequests();
  }
  const keys = read.map((line) => line?.keys ?? null);
  const matches = await kind.match(
    ctx,
    keys.filter((key) => key !== null),
  );
  await yieldToRequests();
  let matched = 0;
  return rows.map((row, index) => {
    const line = read[index];
    const key = keys[index];
    if (!line) return stored(row);
    const match = key ? matches[matched++] : undefined;
    return requestedLineOf(row, line, match, kind);
  });
}

function requestedLineOf<Request, Keys>(
  row: LineRow,
  line: ReadLine<Request, Keys>,
  match: Match | undefined,
  kind: Kind<Request, Keys>,
): RequestedLine<Request> {
  const { keys } = line;
  const request = 'request' in line ? line.request : null;
  const partial = 'partial' in line ? line.partial : request;
  const subject_id = match && 'id' in match ? match.id : null;
  const rejected = reasonsAgainst(row, line, match, kind);
  return {
    ...{ row, request, subject_id },
    name: keys ? kind.name(keys, partial) : (partial && kind.name({} as Keys, partial)) || firstCell(row),
    rejected: rejected.length > 0 ? rejected : null,
    ...('note' in line && { note: line.note }),
  };
}

function reasonsAgainst<Request, Keys>(
  row: LineRow,
  line: ReadLine<Request, Keys>,
  match: Match | undefined,
  kind: Kind<Request, Keys>,
): LineReason[] {
  const isNew = match !== undefined && 'id' in match && match.id === null;
  const missing = 'partial' in line && isNew ? kind.missing(line.partial, line.faulty) : [];
  return [
    ...(row.reasons ?? []),
    ...('rejected' in line ? line.rejected : []),
    ...(match && 'rejected' in match ? [match.rejected] : []),
    ...missing.map((text) => ({ text, repairs: [] })),
  ];
}

const nameMaxLength = 80;

/** For a line that has neither a key nor a name. */
function firstCell({ cells }: LineRow): string {
  return (cells?.find((text) => text.trim() !== '') ?? '').trim().slice(0, nameMaxLength);
}

function stored<Request>(row: LineRow): RequestedLine<Request> {
  const { subject_id, subject_name: name } = row;
  return { row, request: row.request as Request, subject_id, name, rejected: null };
}
