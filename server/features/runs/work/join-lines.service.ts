import type { Authorized } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import type { Reading } from '../import/cells/cells.pure.ts';
import { differencesOf, joinCells, type LineOfUser } from '../import/join-cells.pure.ts';
import { cellsAtOnce } from '../pace.pure.ts';
import { type FoundOfLine, listCells } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';

/** A key of several lines of the file. `end` follows 'Lines 2 and 3 have the same email'. */
export interface SharedKey {
  what: string;
  lines: number[];
  end: string;
}

/** More lines are no list of the locations of a user. */
const joinedMax = 1000;
const differencesNamed = 3;

/**
 * Other systems write a line for each location of a user. Lines that share a key and differ in nothing but what can be
 * added up are read as one. The others keep their keys, with what differs.
 */
export async function joinLines(
  ctx: Authorized,
  run: RunRow,
  reading: Reading,
  shared: readonly SharedKey[],
): Promise<{ joined: FoundOfLine[]; refused: SharedKey[] }> {
  const joined: FoundOfLine[] = [];
  const refused: SharedKey[] = [];
  for (const group of inBatches(groupsOf(shared))) {
    await yieldToRequests();
    const lines = group.flatMap((one) => (one.lines.length > joinedMax ? [] : one.lines));
    const cells = new Map(
      (await listCells(ctx.app.database.read, run.id, lines)).map((row) => [row.line, row] as const),
    );
    for (const one of group) {
      const result = joinGroup(one, cells, reading);
      if ('refused' in result) refused.push(...result.refused);
      else joined.push(...result.joined);
    }
  }
  return { joined, refused };
}

interface Group {
  keys: SharedKey[];
  /** In order. */
  lines: number[];
}

function joinGroup(
  { keys, lines }: Group,
  cells: ReadonlyMap<number, LineOfUser>,
  reading: Reading,
): { joined: FoundOfLine[] } | { refused: SharedKey[] } {
  const rowsOf = (lines: readonly number[]) => lines.flatMap((line) => cells.get(line) ?? []);
  const [first = 0, ...others] = lines;
  const all = lines.length > joinedMax ? [] : differencesOf(rowsOf(lines), reading);
  const together = lines.length > joinedMax || all.length > 0 ? null : joinCells(rowsOf(lines), reading);
  if (together !== null) {
    return {
      joined: [
        { line: first, joined: { cells: together, lines: others } },
        ...others.map((line) => ({ line, joined: { to: first } })),
      ],
    };
  }
  const merged = [...Map.groupBy(keys, (key) => key.lines.join()).values()].map((same) => ({
    what: same.map(({ what }) => what).join(' and '),
    lines: same[0]?.lines ?? [],
  }));
  if (all.length === 0) return { refused: merged.map((key) => ({ ...key, end: tooMany })) };
  const own = merged.map((key) => differencesOf(rowsOf(key.lines), reading));
  const isOwn = own.some((differences) => differences.length > 0);
  return {
    refused: merged.map((key, index) => ({ ...key, end: describe(isOwn ? (own[index] ?? []) : all) })),
  };
}

const tooMany =
  '. They are too many to be read as one. Write one line with the locations separated by semicolons.';

function describe(differences: readonly string[]): string {
  const more = differences.length - differencesNamed;
  const named = differences.slice(0, differencesNamed).join('; ');
  if (named === '') return '.';
  return `, but ${named}${more > 0 ? `; ${more} more columns differ` : ''}.`;
}

/** Lines that share a key with each other, also through a third one. */
function groupsOf(shared: readonly SharedKey[]): Group[] {
  const parents = new Map<number, number>();
  const rootOf = (line: number) => {
    let root = line;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== line) parents.set(line, root);
    return root;
  };
  for (const { lines } of shared) {
    for (const line of lines) {
      const [one, other] = [rootOf(lines[0] ?? line), rootOf(line)];
      if (one !== other) parents.set(Math.max(one, other), Math.min(one, other));
    }
  }
  const groups = Map.groupBy(shared, ({ lines }) => rootOf(lines[0] ?? 0));
  return [...groups.values()].map((keys) => ({
    keys,
    lines: [...new Set(keys.flatMap(({ lines }) => lines))].sort((a, b) => a - b),
  }));
}

/** Their lines are read with one statement. */
function* inBatches(groups: readonly Group[]): Generator<Group[]> {
  let batch: Group[] = [];
  let lines = 0;
  for (const group of groups) {
    batch.push(group);
    lines += Math.min(group.lines.length, joinedMax);
    if (lines < cellsAtOnce) continue;
    yield batch;
    batch = [];
    lines = 0;
  }
  if (batch.length > 0) yield batch;
}
