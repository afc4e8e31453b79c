import * as z from 'zod/mini';
import { bulkActs } from './access/acts.ts';
import { coverAct } from './covers.ts';
import { fieldChange } from './fields/field-change.ts';
import { day, described, id, idParams, newId, text, time } from './fields/fields.ts';
import {
  assignmentMaxCount,
  fileColumnsMax,
  fileNameMaxLength,
  headerLineMax,
  meaningMaxLength,
  meaningsMaxCount,
} from './fields/limits.ts';
import { importColumnIds, listColumns, numberColumns, wordColumns } from './files/import-columns.ts';
import { endpoint } from './http/endpoint.ts';
import { countedPageOf, listSelection } from './lists/list.ts';

/**
 * A run is planned, shown, applied and can be undone. Each line is about one row and is one transaction (decision 52).
 */
export const runSubjects = ['users', 'locations', 'stock'] as const;
const about = described('Of what', z.enum(runSubjects));
export type RunSubject = (typeof runSubjects)[number];

/** Of which rows can be selected. */
const listedSubjects = ['users', 'locations'] as const satisfies RunSubject[];
export type ListedSubject = (typeof listedSubjects)[number];

/**
 * `mapping` waits for the columns of a file, `planned` for the actor. `planning` and `applying` continue without the
 * browser. `canceled` keeps the lines applied before. `problem` says why it is `failed`.
 */
export const runStates = [
  'mapping',
  'planning',
  'planned',
  'applying',
  'done',
  'canceled',
  'failed',
] as const;
export type RunState = (typeof runStates)[number];

export const workingStates: readonly RunState[] = ['planning', 'applying'];

export function isWorking({ state }: { state: RunState }): boolean {
  return workingStates.includes(state);
}

export function hasEnded({ state }: { state: RunState }): boolean {
  return state === 'done' || state === 'canceled' || state === 'failed';
}

/**
 * `changed`: somebody changed the row since the preview, or since the run that is undone. `deleted`: an undo deletes
 * rows that its run created.
 */
export const lineResults = [
  'created',
  'updated',
  'deactivated',
  'deleted',
  'unchanged',
  'changed',
  'rejected',
] as const;
export type LineResult = (typeof lineResults)[number];

const counts = z.record(z.enum(lineResults), z.number());
export type RunCounts = z.infer<typeof counts>;

export function changesIn({ created, updated, deactivated, deleted }: RunCounts): number {
  return created + updated + deactivated + deleted;
}

export const fileEncodings = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type FileEncoding = (typeof fileEncodings)[number];
export const fileSeparators = [',', ';', '\t'] as const;
export type FileSeparator = (typeof fileSeparators)[number];

/** Of days such as 3/4/2026. */
const dateOrders = ['month_first', 'day_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** A word that means itself is right, although something is like it. */
const meaning = z.strictObject({
  column: described('In which the word stands', z.enum(importColumnIds)),
  value: described('A name in the cell, or all of it', text(meaningMaxLength, z.minLength(1, 'Required'))),
  means: described('Another name, id or cell. Empty leaves the word out', text(meaningMaxLength)),
});
export type Meaning = z.infer<typeof meaning>;

/** A meaning that would mend a line. `label` is for its button: 'Use Harbor 394'. */
const repair = z.extend(meaning, { label: z.string() });
export type Repair = z.infer<typeof repair>;

const reason = z.object({ text: z.string(), repairs: z.array(repair) });
export type LineReason = z.infer<typeof reason>;

const runFile = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  encoding: z.enum(fileEncodings),
  separator: z.enum(fileSeparators),
  /** Titles may stand above it. */
  header_line: z.number(),
  headers: z.array(z.string()),
  /** Null for a header that is left out. */
  mapping: z.array(z.nullable(z.enum(importColumnIds))),
  /** From an earlier file with the same headers. */
  meanings: z.array(meaning),
  /** Of the first lines. */
  samples: z.array(z.array(z.string())),
  /** Null when no day of the file proves it. */
  date_order: z.optional(z.nullable(z.enum(dateOrders))),
});
export type RunFile = z.infer<typeof runFile>;

const ids = z.array(id).check(z.maxLength(assignmentMaxCount));

/**
 * `replace` sets exactly these and excludes the other two. Locations added and removed together are a move: users who
 * have none of the removed ones stay as they are.
 */
const links = {
  add: described('What the users get', z._default(ids, [])),
  remove: described('What they lose', z._default(ids, [])),
  replace: described('All that they have afterwards; without `add` and `remove`', z.optional(ids)),
};

const act = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  described('What happens to each row', z.enum(names));

export const bulkAct = z.discriminatedUnion('act', [
  z.strictObject({ act: act('activate', 'deactivate', 'invite', 'reopen') }),
  z.strictObject({ act: act('roles'), ...links }),
  z.strictObject({ act: act('locations'), ...links }),
  z.strictObject({
    act: act('district'),
    district_id: described('To which they move; null for none', z.nullable(id)),
  }),
  z.strictObject({ act: act('close'), closed_on: described('The day on which they close', day) }),
  /** From now on. */
  z.strictObject({ act: act('cover'), ...coverAct }),
]);
export type BulkAct = z.infer<typeof bulkAct>;

export const importOptions = z.strictObject({
  mapping: described(
    'The columns in their order; null for one that is left out',
    z.array(z.nullable(z.enum(importColumnIds))).check(z.maxLength(1000)),
  ),
  blank_clears: described('Blank cells clear the field', z._default(z.array(z.enum(importColumnIds)), [])),
  replace: described('Columns that replace, and do not add', z._default(z.array(z.enum(listColumns)), [])),
  deactivate_missing: described('Users in scope whom the file does not name', z._default(z.boolean(), false)),
  meanings: described(
    'What words of the file mean',
    z._default(z.array(meaning).check(z.maxLength(meaningsMaxCount)), []),
  ),
  zeros: described('Where zeros in front got lost: 1 is 001', z.optional(z.array(z.enum(numberColumns)))),
  invite_new: described('Invites the users whom the import creates', z._default(z.boolean(), false)),
});
export type ImportOptions = z.infer<typeof importOptions>;

export const run = z.object({
  id: z.string(),
  kind: z.enum(['import', 'bulk', 'undo']),
  about,
  /** 'Import users from people.csv', 'Add Manager to 40 users'. */
  title: z.string(),
  /** Null but for bulk acts. */
  act: z.nullable(z.enum(Object.keys(bulkActs) as BulkAct['act'][])),
  state: z.enum(runStates),
  file: z.nullable(runFile),
  options: z.nullable(importOptions),
  /** Lines of the run, and those that the running step has done. */
  total: z.number(),
  done: z.number(),
  planned: counts,
  applied: counts,
  /** How many users lose access, which must be typed before the run is applied; null when it is not required. */
  confirm: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  /** Selected rows that do not exist for the actor. */
  left_out: z.number(),
  /** Lines that a retry would plan again: not applied, or refused by something that happened since the preview. */
  retryable: z.number(),
  undo_of: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** It has changed something and has ended. */
  undone_by: z.nullable(z.object({ id: z.string(), ended_at: time })),
  /** It has not ended yet. */
  pending_undo: z.nullable(z.object({ id: z.string(), state: z.enum(runStates) })),
  /** As the reader may act now. `discard` deletes a run that has changed nothing. */
  can: z.record(z.enum(['apply', 'cancel', 'discard', 'retry', 'undo']), z.boolean()),
  created_by: z.nullable(z.string()),
  is_own: z.boolean(),
  created_at: time,
  ended_at: z.nullable(time),
  /** Null for a run that was applied. */
  expires_at: z.nullable(time),
});
export type Run = z.infer<typeof run>;

/** Of the lines that invite a user; null for a run that invites nobody. */
export function invitingResult({
  kind,
  act,
  options,
}: Pick<Run, 'kind' | 'act' | 'options'>): 'created' | 'updated' | null {
  // An undo has the act of its run, and cancels the invitations.
  if (kind === 'bulk' && act === 'invite') return 'updated';
  return kind === 'import' && options?.invite_new ? 'created' : null;
}

export const runLine = z.object({
  /** Of the file, its header being line 1; 1, 2, 3 … for other runs. */
  line: z.number(),
  subject: z.object({ id: z.nullable(z.string()), name: z.string() }),
  /** Null before planning. */
  planned: z.nullable(z.enum(lineResults)),
  /** Null before it is applied. */
  result: z.nullable(z.enum(lineResults)),
  /** Why it is rejected or left as it is, or a note: all reasons, one after the other. */
  reason: z.nullable(z.string()),
  /** One by one. */
  reasons: z.array(reason),
  changes: z.array(fieldChange),
});
export type RunLine = z.infer<typeof runLine>;

const failure = 'Failed to fetch the run';

export const listRuns = endpoint('GET /api/runs', 'signed_in', {
  forTokens: true,
  failure: 'Failed to fetch the runs',
  summary: 'Own runs, newest first, at most 100; with the audit log of all locations also those of others',
  response: z.object({ runs: z.array(run) }),
});

export const getRun = endpoint('GET /api/runs/:id', 'signed_in', {
  forTokens: true,
  failure,
  summary: 'One run with its progress',
  params: idParams,
  response: run,
});

export const listRunLines = endpoint('GET /api/runs/:id/lines', 'signed_in', {
  forTokens: true,
  failure: 'Failed to fetch the lines of the run',
  summary: 'The lines of a run in order; `result` chooses by what happened, or else will happen',
  params: idParams,
  query: z.strictObject({
    result: described('What happened, or else will happen', z.optional(z.enum(lineResults))),
    ...countedPageOf(500),
  }),
  response: z.object({ lines: z.array(runLine), next: z.nullable(z.number()) }),
});

/** Reasons that differ from line to line (the number of another line) stay apart. */
export const listRunReasons = endpoint('GET /api/runs/:id/reasons', 'signed_in', {
  forTokens: true,
  failure: 'Failed to fetch the reasons',
  summary:
    'Why lines of a run are rejected, each reason once with the number of its lines, most frequent first',
  params: idParams,
  response: z.object({
    reasons: z.array(
      z.extend(reason, {
        lines: z.number(),
        line: z.number(),
      }),
    ),
    is_more: z.boolean(),
  }),
});

/** A repeated request with the same `id`, user and body returns the first run. */
export const createRun = endpoint('POST /api/runs', 'signed_in', {
  forTokens: true,
  failure: 'Failed to prepare the changes',
  summary: 'Plan one act for many users or locations; it needs the permissions of the act',
  body: z.strictObject({
    id: newId,
    about: described('Of what', z.enum(listedSubjects)),
    act: described('What happens to each row', bulkAct),
    selection: described('The rows', listSelection),
  }),
  response: run,
});

/** At most 20 MB. */
export const uploadFile = endpoint('POST /api/imports', 'signed_in', {
  forTokens: true,
  failure: 'Failed to read the file',
  summary: 'Read a CSV file of users, locations or stock; nothing is changed',
  query: z.strictObject({
    id: described('Of the run; the same one replaces the file of a run in state `mapping`', id),
    about,
    name: described('Of the file', text(fileNameMaxLength)),
    encoding: described('Detected without it', z.optional(z.enum(fileEncodings))),
    separator: described('Between cells; detected without it', z.optional(z.enum(fileSeparators))),
    header_line: described(
      'The line that names the columns; detected without it',
      z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(headerLineMax))),
    ),
  }),
  upload: true,
  response: run,
});

const listedColumns = [...wordColumns, ...numberColumns.filter((column) => column !== 'locations')] as const;

const columnIndex = z.coerce.number().check(z.int(), z.gte(0), z.lt(fileColumnsMax));
const columnIndexes = z.pipe(
  text(
    4 * fileColumnsMax,
    z.regex(/^\d{1,3}(,\d{1,3})*$/, 'Must be numbers of columns, with commas between them'),
  ),
  z.transform((indexes: string) => [...new Set(indexes.split(',').map(Number))]),
);

/** Those of the whole file, at most 100. */
export const listUnknownWords = endpoint('GET /api/runs/:id/unknown-words', 'signed_in', {
  forTokens: true,
  failure: 'Failed to read the words of the file',
  summary:
    'Words of a column of the file that are no role, location, district, status or state, and numbers without their zeros',
  params: idParams,
  query: z.strictObject({
    column: described('What the column has', z.enum(listedColumns)),
    index: described('The place of the column in the file, from 0', z.optional(columnIndex)),
    marks: described('Columns in which an X means their header', z.optional(columnIndexes)),
  }),
  response: z.object({
    words: z.array(
      z.object({
        value: z.string(),
        lines: z.number(),
        /** Null when nothing is like it. */
        repair: z.nullable(repair),
        /** Whether `zeros` counts it. */
        lost_zeros: z.optional(z.boolean()),
      }),
    ),
    /** Numbers that exist only with zeros in front: the first, and how many cells have one; null without any. */
    zeros: z.optional(z.nullable(z.object({ value: z.string(), means: z.string(), cells: z.number() }))),
    is_more: z.boolean(),
  }),
});

/** Also plans again, until the run is applied. */
export const planImport = endpoint('PUT /api/runs/:id/plan', 'signed_in', {
  forTokens: true,
  failure: 'Failed to prepare the import',
  summary: 'Say what the columns of the file mean, and plan',
  params: idParams,
  body: importOptions,
  response: run,
});

/** Rejected lines are left out. */
export const applyRun = endpoint('POST /api/runs/:id/apply', 'signed_in', {
  forTokens: true,
  failure: 'Failed to apply the changes',
  summary: 'Apply a planned run; `confirm` repeats the number of users who lose access where it is asked',
  params: idParams,
  body: z.strictObject({
    confirm: described('As the run has it', z._default(z.nullable(z.number()), null)),
  }),
  response: run,
});

export const cancelRun = endpoint('POST /api/runs/:id/cancel', 'signed_in', {
  forTokens: true,
  failure: 'Failed to cancel',
  summary: 'Stop planning or applying; what is done stays, and a run that does neither stays as it is',
  params: idParams,
  response: run,
});

export const discardRun = endpoint('DELETE /api/runs/:id', 'signed_in', {
  forTokens: true,
  failure: 'Failed to discard',
  summary:
    'Delete a run that has changed nothing; then the run that it would have undone can be undone again',
  params: idParams,
});

export const retryRun = endpoint('POST /api/runs/:id/retry', 'signed_in', {
  forTokens: true,
  failure: 'Failed to try again',
  summary:
    'Plan the lines of an ended run again that were not applied, or refused by what happened since the preview',
  params: idParams,
  response: run,
});

/** A run of its own. */
export const undoRun = endpoint('POST /api/runs/:id/undo', 'signed_in', {
  forTokens: true,
  failure: 'Failed to prepare the undo',
  summary: 'Plan the opposite of an ended run',
  params: idParams,
  body: z.strictObject({ id: newId }),
  response: run,
});

/** The original columns in the original order, then line, result and reason. */
export const downloadRunResult = endpoint('GET /api/runs/:id/result.csv', 'signed_in', {
  forTokens: true,
  failure: 'Failed to export the result',
  summary: 'What happened to each line, as CSV; `only=rejected` can be corrected and imported again',
  params: idParams,
  query: z.strictObject({
    only: described('Lines that can be corrected and imported again', z.optional(z.literal('rejected'))),
  }),
  download: 'text/csv; charset=utf-8',
});

/** The links are not stored. They end those that were made before. */
export const downloadInviteLinks = endpoint('POST /api/runs/:id/invite-links.csv', 'users.invite', {
  failure: 'Failed to make the invite links',
  summary:
    'New invite links of the users whom a run has invited, as CSV; only on a server without a mail server',
  params: idParams,
  download: 'text/csv; charset=utf-8',
});

export const downloadImportTemplate = endpoint('GET /api/imports/template.csv', 'signed_in', {
  forTokens: true,
  failure: 'Failed to download the template',
  summary: 'The header of an import with one example',
  query: z.strictObject({ about }),
  download: 'text/csv; charset=utf-8',
});
