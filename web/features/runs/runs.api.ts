import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { fileNameMaxLength } from '../../../contract/fields/limits.ts';
import type { NumberColumn, WordColumn } from '../../../contract/files/import-columns.ts';
import type { Answer, Sent } from '../../../contract/http/endpoint.ts';
import type {
  FileEncoding,
  FileSeparator,
  ImportOptions,
  LineResult,
  Run,
  RunLine,
  RunSubject,
} from '../../../contract/runs.ts';
import * as contract from '../../../contract/runs.ts';
import { onAccountChange } from '../../lib/account/auth-store.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { type CallOptions, call, open } from '../../lib/http/http.ts';
import { tellFollowers } from '../../lib/list/list-changes.ts';
import { askForChanges } from '../../lib/network/change-log.ts';
import { salesKey } from '../../lib/network/query-keys.ts';

export { isWorking } from '../../../contract/runs.ts';

/** A repeated request with the same id creates no second run. */
export type RunStart = Sent<typeof contract.createRun>['body'] & { id: string };

const firstWaitMs = 700;
const longestWaitMs = 5000;

export function runQuery(id: string) {
  return queryOptions({
    queryKey: ['run', id],
    queryFn: ({ signal }) => call(contract.getRun, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && contract.isWorking(data) && Math.min(firstWaitMs + 100 * dataUpdateCount, longestWaitMs),
    staleTime: 0,
  });
}

export async function startRun(body: RunStart, { client }: Pick<SaveContext, 'client'>) {
  return cacheRun(client, await call(contract.createRun, { body }));
}

export function runStartQuery(start: RunStart) {
  return queryOptions({
    queryKey: ['run-start', start.id],
    // Not aborted with its dialog: a change whose answer is lost makes every screen fetch again.
    queryFn: ({ client }) => startRun(start, { client }),
    staleTime: 'static',
    gcTime: 0,
  });
}

/** After a change of state that others made, or the server. The lines of a run follow its own answer. */
export function refreshRuns(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['run'], predicate: ({ queryKey }) => queryKey.length === 2 });
}

/** The rows that a run changed come with the change log, as those of others do. */
export async function refreshAfterRun({ about }: Run, client: QueryClient) {
  if (about === 'stock') return client.invalidateQueries({ queryKey: salesKey });
  if (!askForChanges()) await tellFollowers(about, 'unknown');
}

export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: async ({ signal }) => (await call(contract.listRuns, {}, { signal })).runs,
  staleTime: 0,
});

const linesPerPage = 100;

interface LinesPage {
  /** The current result among the requested ones, and the last line of it. */
  kind: number;
  after: number | undefined;
}

export function runLinesQuery({ id, state, options }: Run, results: readonly LineResult[]) {
  return infiniteQueryOptions({
    // Planned again with other options, the lines differ.
    queryKey: ['run', id, 'lines', state, options, results],
    queryFn: async ({ pageParam, signal }) => {
      let { kind, after } = pageParam;
      const lines: RunLine[] = [];
      // A page that one result does not fill goes on with the next one.
      for (; ; kind++, after = undefined) {
        const query = { result: results[kind], after, limit: linesPerPage - lines.length };
        const page = await call(contract.listRunLines, { params: { id }, query }, { signal });
        lines.push(...page.lines);
        const isFull = lines.length >= linesPerPage;
        if (page.next !== null || isFull || kind + 1 >= results.length)
          return { lines, next: page.next, kind };
      }
    },
    initialPageParam: { kind: 0, after: undefined } as LinesPage,
    getNextPageParam: ({ next, kind }): LinesPage | undefined => {
      if (next !== null) return { kind, after: next };
      return kind + 1 < results.length ? { kind: kind + 1, after: undefined } : undefined;
    },
    select: ({ pages }) => pages.flatMap(({ lines }) => lines),
    gcTime: 0,
  });
}

export function runReasonsQuery({ id, state, options }: Run) {
  return queryOptions({
    queryKey: ['run', id, 'reasons', state, options],
    queryFn: ({ signal }) => call(contract.listRunReasons, { params: { id } }, { signal }),
    gcTime: 0,
  });
}

export async function applyRun(id: string, confirm: number | null, { client }: Pick<SaveContext, 'client'>) {
  return cacheRun(client, await call(contract.applyRun, { params: { id }, body: { confirm } }));
}

export async function cancelRun(id: string, { client }: Pick<SaveContext, 'client'>) {
  return cacheRun(client, await call(contract.cancelRun, { params: { id } }));
}

/** Also gives the run that it would have undone its Undo back. */
export async function discardRun(
  { id, undo_of }: { id: string; undo_of: { id: string } | null },
  { client }: Pick<SaveContext, 'client'>,
) {
  await call(contract.discardRun, { params: { id } });
  client.removeQueries({ queryKey: ['run', id] });
  const refreshed = [runsQuery.queryKey, ...(undo_of ? [['run', undo_of.id]] : [])];
  await Promise.all(refreshed.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
}

export async function retryRun(id: string, { client }: Pick<SaveContext, 'client'>) {
  return cacheRun(client, await call(contract.retryRun, { params: { id } }));
}

export async function undoRun(id: string, undoId: string, { client }: Pick<SaveContext, 'client'>) {
  const undo = cacheRun(client, await call(contract.undoRun, { params: { id }, body: { id: undoId } }));
  await client.invalidateQueries({ queryKey: ['run', id], exact: true });
  return undo;
}

export function downloadResult(id: string, only?: 'rejected') {
  const sent = { params: { id }, query: { only } };
  return saveAnswer(open(contract.downloadRunResult, sent), `${only ?? 'result'}.csv`);
}

/** They end those of an earlier file. */
export function downloadInviteLinks(id: string) {
  return saveAnswer(open(contract.downloadInviteLinks, { params: { id } }), 'invite-links.csv');
}

export interface FileReading {
  encoding?: FileEncoding;
  separator?: FileSeparator;
  header_line?: number | undefined;
}

const chosenFiles = new Map<string, File>();
onAccountChange(() => chosenFiles.clear());

export function chosenFile(id: string) {
  return chosenFiles.get(id);
}

export async function uploadFile(
  { id, about, file, ...reading }: { id: string; about: RunSubject; file: File } & FileReading,
  { client, signal, onSent }: SaveContext & Pick<CallOptions, 'onSent'>,
) {
  const query = { id, about, name: file.name.slice(-fileNameMaxLength), ...reading };
  const run = cacheRun(client, await call(contract.uploadFile, { query }, { file, signal, onSent }));
  chosenFiles.clear();
  chosenFiles.set(run.id, file);
  return run;
}

export async function planImport(id: string, options: ImportOptions, { client, signal }: SaveContext) {
  return cacheRun(client, await call(contract.planImport, { params: { id }, body: options }, { signal }));
}

export function downloadTemplate(about: RunSubject) {
  return saveAnswer(open(contract.downloadImportTemplate, { query: { about } }), `${about}.csv`);
}

/** `marks` are the columns in which an X means their header. */
export interface ListedColumn {
  column: WordColumn | NumberColumn;
  index: number | undefined;
  marks: readonly number[];
}

/** `reading` changes when the file is read again. */
export function unknownWordsQuery(id: string, reading: string, { column, index, marks }: ListedColumn) {
  const query = { column, index, marks: marks.join() || undefined };
  return queryOptions({
    queryKey: ['run', id, 'unknown-words', reading, column, index, query.marks],
    queryFn: ({ signal }) => call(contract.listUnknownWords, { params: { id }, query }, { signal }),
    gcTime: 0,
  });
}

const failedPerPage = 500;

export function failedSubjectsQuery(id: string) {
  return queryOptions({
    queryKey: ['run', id, 'failed'],
    queryFn: async () => {
      const failed: string[] = [];
      for (const result of ['rejected', 'changed'] as const) {
        for (let after: number | null = 0; after !== null; ) {
          const query = { result, after, limit: failedPerPage };
          const page: Answer<typeof contract.listRunLines> = await call(contract.listRunLines, {
            params: { id },
            query,
          });
          failed.push(...page.lines.flatMap(({ subject }) => subject.id ?? []));
          after = page.next;
        }
      }
      return failed;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export function cacheRun(client: QueryClient, run: Run): Run {
  client.setQueryData(runQuery(run.id).queryKey, run);
  void client.invalidateQueries({ queryKey: runsQuery.queryKey });
  return run;
}
