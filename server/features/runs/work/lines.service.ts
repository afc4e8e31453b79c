import type { LineReason } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { changedBy } from '../../../kernel/stale.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { type Plan, rejected, unchanged } from '../decide/plan.pure.ts';
import type { Reading } from '../import/cells/cells.pure.ts';
import type { LineRequest, Match, ReadLine } from '../line-request.pure.ts';
import { linesPerYield } from '../pace.pure.ts';
import type { LineRow } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';
import type { Loaded, State, Subject } from './subject.pure.ts';

export interface RequestedLine {
  row: LineRow;
  request: LineRequest | null;
  /** Null for a new row, and when the row is unknown. */
  subject_id: string | null;
  name: string;
  rejected: readonly LineReason[];
  /** Why the row of the file is no line of the list. */
  note?: string;
}

/** Stored with the line, or read from the cells of the file, for which there is a reading. */
export async function readLines(
  ctx: Authorized,
  subject: Subject,
  rows: readonly LineRow[],
  reading: Reading | null,
): Promise<RequestedLine[]> {
  if (reading === null || rows.every((row) => row.request !== null)) return rows.map(stored);
  const read: (ReadLine | null)[] = [];
  for (const [index, row] of rows.entries()) {
    read.push(row.request === null && !isFollower(row) ? subject.read(cellsOf(row), reading) : null);
    if (index % linesPerYield === 0) await yieldToRequests();
  }
  const keys = read.flatMap((line) => line?.keys ?? []);
  const matches = (await subject.match(ctx, keys)).values();
  await yieldToRequests();
  return rows.map((row, index) => {
    const line = read[index];
    if (!line) return stored(row);
    return requestedLineOf(row, line, line.keys ? matches.next().value : undefined, subject);
  });
}

function requestedLineOf(
  row: LineRow,
  line: ReadLine,
  match: Match | undefined,
  subject: Subject,
): RequestedLine {
  const request = 'request' in line ? line.request : null;
  const partial = 'partial' in line ? line.partial : request;
  const missing =
    'partial' in line && isNewRow(match) ? subject.whyIncomplete(line.partial, line.faulty) : [];
  return {
    ...{ row, request, subject_id: match && 'id' in match ? match.id : null },
    name: subject.nameOf(line.keys ?? {}, partial) || firstCell(row),
    rejected: [
      ...(row.reasons ?? []),
      ...('rejected' in line ? line.rejected : []),
      ...(match && 'rejected' in match ? [match.rejected] : []),
      ...missing.map((text) => ({ text, repairs: [] })),
    ],
    ...('note' in line && { note: line.note }),
  };
}

/** Of all lines of its user. */
function cellsOf({ joined, cells }: LineRow): readonly string[] {
  return (joined && 'cells' in joined ? joined.cells : cells) ?? [];
}

/** Another line says what becomes of its user. */
export function isFollower({ joined }: Pick<LineRow, 'joined'>): boolean {
  return joined !== null && 'to' in joined;
}

export function isNewRow(match: Match | undefined): boolean {
  return match !== undefined && 'id' in match && match.id === null;
}

const nameMaxLength = 80;

/** For a line that names nothing. */
function firstCell({ cells }: LineRow): string {
  return (cells?.find((text) => text.trim() !== '') ?? '').trim().slice(0, nameMaxLength);
}

function stored(row: LineRow): RequestedLine {
  const { request, subject_id, subject_name: name } = row;
  return { row, request, subject_id, name, rejected: [] };
}

/** What `Subject.load` takes of a line. */
export function toLoad({ request, subject_id }: Pick<RequestedLine, 'request' | 'subject_id'>) {
  return request === null ? [] : [{ request, subject_id }];
}

/** For the preview and when it is applied. `expected` is the version that a row to change must have; null for any. */
export async function decideLine(
  ctx: Authorized,
  run: RunRow,
  { missing }: Subject,
  loaded: Loaded,
  { request, subject_id, rejected: reasons, note }: RequestedLine,
  expected: string | null,
): Promise<Plan<unknown, LineRequest> & { state: State | null }> {
  const state = (subject_id && loaded.states.get(subject_id)) || null;
  if (note !== undefined) return { ...unchanged(note), state };
  if (reasons.length > 0) return { ...rejected(...reasons), state };
  if (request === null || (subject_id !== null && !state)) return { ...rejected(missing), state };
  const plan = loaded.decide(request, state);
  if (plan.acts.length === 0 || !state || expected === null || expected === state.updated_at) {
    return { ...plan, state };
  }
  const by = await changedBy(ctx, state);
  const change = run.kind === 'undo' ? `${by} changed this since` : `Changed since the preview by ${by}`;
  return { ...rejected(change), decision: { result: 'changed', reason: change, changes: [] }, state };
}
