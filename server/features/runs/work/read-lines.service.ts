import type { LineReason } from '../../../../contract/runs.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import type { Context } from '../../../kernel/context.ts';
import { findLocationsByKeys } from '../../locations/location-keys.service.ts';
import { findUsersByKeys } from '../../users/list/user-keys.service.ts';
import type { AskedLocation, AskedUser, LocationKeys, Match, ReadLine, UserKeys } from '../asked.pure.ts';
import { missingForLocation } from '../decide/decide-location.rules.ts';
import { missingForUser } from '../decide/decide-user.rules.ts';
import { type Reading, readLocationLine, readUserLine } from '../import/cells/cells.pure.ts';
import { likeNumbers } from '../import/cells/leading-zeros.pure.ts';
import { locationMatcher, userMatcher } from '../import/choose-match.pure.ts';
import { linesPerYield } from '../pace.pure.ts';
import type { LineRow } from '../run-lines.repository.ts';

/** A line with its request and its row, or the reason why it cannot be planned. */
export interface Asking<Asked> {
  row: LineRow;
  asked: Asked | null;
  /** Null for a new row, and when the row is unknown. */
  subject_id: string | null;
  /** The name of the row in the line. */
  name: string;
  rejected: LineReason[] | null;
  /** Why the row of the file is no line of the list. */
  note?: string;
}

/** The context for reading cells, which is loaded when the lines have cells. */
export type ReadWith = (ctx: Context) => Promise<Reading>;

interface Kind<Asked, Keys> {
  read(cells: string[], reading: Reading): ReadLine<Asked, Keys>;
  match(ctx: Context, keys: Keys[]): Promise<Match[]>;
  name(keys: Keys, asked: Asked | null): string;
  /** Why the request does not suffice for a new row, as far as these columns do not say why already. */
  missing(asked: Asked, faulty: ReadonlySet<string>): string[];
}

const users: Kind<AskedUser, UserKeys> = {
  read: readUserLine,
  match: matchUsers,
  name: (keys, asked) =>
    asked?.fields.full_name ?? keys.email ?? keys.employee_number ?? asked?.fields.email ?? '',
  missing: missingForUser,
};

const locations: Kind<AskedLocation, LocationKeys> = {
  read: readLocationLine,
  match: matchLocations,
  name: (keys, asked) => asked?.fields.name ?? keys.name ?? keys.number ?? '',
  missing: missingForLocation,
};

export const askingUsers = (ctx: Context, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, users);

export const askingLocations = (ctx: Context, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, locations);

/** Finds the user of each set of keys in the actor's scope, with one statement for all. */
export async function matchUsers(ctx: Context, keys: readonly UserKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ employee_number = '' }) =>
    likeNumbers(employee_number).map((number) => ({ employee_number: number })),
  );
  return keys.map(userMatcher(await findUsersByKeys(ctx, [...keys, ...like])));
}

/** The same for locations. */
export async function matchLocations(ctx: Context, keys: readonly LocationKeys[]): Promise<Match[]> {
  const like = keys.flatMap(({ number = '' }) => likeNumbers(number).map((number) => ({ number })));
  return keys.map(locationMatcher(await findLocationsByKeys(ctx, [...keys, ...like])));
}

/** The requests of lines: stored with the line, or read from the cells of the file. */
async function readLines<Asked, Keys>(
  ctx: Context,
  rows: readonly LineRow[],
  readWith: ReadWith,
  kind: Kind<Asked, Keys>,
): Promise<Asking<Asked>[]> {
  const isOfFile = rows.some((row) => row.asked === null);
  if (!isOfFile) return rows.map((row) => stored(row));
  const reading = await readWith(ctx);
  const read: (ReadLine<Asked, Keys> | null)[] = [];
  for (const [index, row] of rows.entries()) {
    read.push(row.asked === null ? kind.read(row.cells ?? [], reading) : null);
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
    return askingOf(row, line, match, kind);
  });
}

/** Puts together all that is known against the line. */
function askingOf<Asked, Keys>(
  row: LineRow,
  line: ReadLine<Asked, Keys>,
  match: Match | undefined,
  kind: Kind<Asked, Keys>,
): Asking<Asked> {
  const { keys } = line;
  const asked = 'asked' in line ? line.asked : null;
  const partial = 'partial' in line ? line.partial : asked;
  const subject_id = match && 'id' in match ? match.id : null;
  const rejected = reasonsAgainst(row, line, match, kind);
  return {
    ...{ row, asked, subject_id },
    name: keys ? kind.name(keys, partial) : (partial && kind.name({} as Keys, partial)) || firstCell(row),
    rejected: rejected.length > 0 ? rejected : null,
    ...('note' in line && { note: line.note }),
  };
}

function reasonsAgainst<Asked, Keys>(
  row: LineRow,
  line: ReadLine<Asked, Keys>,
  match: Match | undefined,
  kind: Kind<Asked, Keys>,
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

/** What a line is called that has neither a key nor a name. */
function firstCell({ cells }: LineRow): string {
  return (cells?.find((text) => text.trim() !== '') ?? '').trim().slice(0, nameMaxLength);
}

function stored<Asked>(row: LineRow): Asking<Asked> {
  const { subject_id, subject_name: name } = row;
  return { row, asked: row.asked as Asked, subject_id, name, rejected: null };
}
