import type { Context } from '../../../kernel/context.ts';
import type { AskedLocation, AskedUser, LocationKeys, Match, ReadLine, UserKeys } from '../asked.ts';
import { type Reading, readLocationLine, readUserLine } from '../import/cells/cells.ts';
import { matchLocations, matchUsers } from '../import/match.service.ts';
import type { LineRow } from '../run-lines.repository.ts';
import { yieldToRequests } from '../yield-to-requests.ts';

/** A line with its request and its row, or the reason why it cannot be planned. */
export interface Asking<Asked> {
  row: LineRow;
  asked: Asked | null;
  /** Null for a new row, and when the row is unknown. */
  subject_id: string | null;
  /** The name of the row in the line. */
  name: string;
  rejected: string | null;
}

/** The context for reading cells, which is loaded when the lines have cells. */
export type ReadWith = (ctx: Context) => Promise<Reading>;

interface Kind<Asked, Keys> {
  read(cells: string[], reading: Reading): ReadLine<Asked, Keys>;
  match(ctx: Context, keys: Keys[]): Promise<Match[]>;
  name(keys: Keys, asked: Asked | null): string;
}

const users: Kind<AskedUser, UserKeys> = {
  read: readUserLine,
  match: matchUsers,
  name: (keys, asked) =>
    asked?.fields.full_name ?? keys.email ?? keys.employee_number ?? asked?.fields.email ?? '',
};

const locations: Kind<AskedLocation, LocationKeys> = {
  read: readLocationLine,
  match: matchLocations,
  name: (keys, asked) => asked?.fields.name ?? keys.name ?? keys.number ?? '',
};

export const askingUsers = (ctx: Context, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, users);

export const askingLocations = (ctx: Context, rows: readonly LineRow[], readWith: ReadWith) =>
  readLines(ctx, rows, readWith, locations);

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
    read.push(row.asked === null ? kind.read(JSON.parse(row.cells ?? '[]'), reading) : null);
    if (index % linesPerBreath === 0) await yieldToRequests();
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
    const asked = 'asked' in line ? line.asked : null;
    const refused = match && 'rejected' in match ? match.rejected : null;
    return {
      row,
      asked,
      subject_id: match && 'id' in match ? match.id : null,
      name: key ? kind.name(key, asked) : '',
      rejected: 'rejected' in line ? line.rejected : refused,
    };
  });
}

const linesPerBreath = 25;

function stored<Asked>(row: LineRow): Asking<Asked> {
  const { subject_id, subject_name: name } = row;
  return { row, asked: JSON.parse(row.asked ?? 'null') as Asked, subject_id, name, rejected: null };
}
