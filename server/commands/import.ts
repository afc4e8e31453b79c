import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { labelOf } from '../../contract/files/import-columns.ts';
import { describeCounts } from '../../contract/run-words.ts';
import type { Run, RunFile } from '../../contract/runs.ts';
import { discardRun } from '../features/runs/discard.service.ts';
import { downloadInviteLinks, downloadRunResult } from '../features/runs/downloads.service.ts';
import { uploadFile } from '../features/runs/import/upload.service.ts';
import { planImport } from '../features/runs/plan.service.ts';
import { applyRun, getRun, listRunLines } from '../features/runs/runs.service.ts';
import { workOnRuns } from '../features/runs/work/run-worker.service.ts';
import { systemContext } from '../kernel/access.ts';
import type { App } from '../kernel/context.ts';
import { inMemory } from '../platform/spool.ts';
import { count, databaseCommand, type Terminal } from './command-line.ts';
import {
  type FileTask,
  type ImportTask,
  importOptions,
  importUsage,
  readImportTask,
  readTaskFile,
} from './import-task.ts';

/** 1 is for a command that could not run. */
const exitCodes = { rejected: 2, confirm: 3 } as const;
/** A server may work on the run as well, so this process checks its state from time to time. */
const pollMs = 200;
const printedLines = 20;
const titles = { users: 'Users', locations: 'Locations', stock: 'Stock' } as const;
const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

type Context = ReturnType<typeof systemContext<'signed_in'>>;

export const importCommand = databaseCommand({
  usage: importUsage,
  options: importOptions,
  read: readImportTask,
  run: importFiles,
});

async function importFiles(app: App, task: ImportTask, terminal: Terminal) {
  const { files, isDryRun } = task;
  const { console } = terminal;
  const ctx = systemContext<'signed_in'>(app);
  if (isDryRun && files.length > 1) {
    console.info(
      'Nothing is changed, so locations that would be added are unknown to the lines of the users.',
    );
  }
  for (const file of files) {
    const planned = await planFile(ctx, file);
    if (planned.file) console.info(describeFile(planned, planned.file));
    const asks = mustConfirm(planned, task);
    const isApplied = !isDryRun && !asks && planned.can.apply;
    const run = isApplied ? await applyPlanned(ctx, planned) : planned;
    await report(ctx, file, run, { isApplied, terminal });
    if (isApplied && file.options.invite_new) await reportInvitations(app, file, run, terminal);
    if (!isApplied) await discardRun(ctx, planned.id);
    if (run.state === 'failed') throw new Error(run.problem ?? 'The import stopped');
    if (asks) {
      console.info(
        `${planned.confirm} users would lose access, so nothing was changed. Repeat it with --confirm ${planned.confirm}.`,
      );
      terminal.exitCode = exitCodes.confirm;
      return;
    }
  }
}

function mustConfirm(planned: Run, { isDryRun, confirm }: ImportTask) {
  return !isDryRun && planned.confirm !== null && planned.confirm !== confirm;
}

/** With the columns that the headers mean. @throws ApiError for a file that cannot be used. */
async function planFile(ctx: Context, { about, path, options }: FileTask): Promise<Run> {
  const { name, bytes } = await readTaskFile(path);
  const upload = { id: randomUUID(), about, name };
  const run = await uploadFile(ctx, upload, { parseSpooled: (_folder, work) => work(inMemory(bytes)) });
  await planImport(ctx, run.id, { ...options, mapping: run.file?.mapping ?? [] });
  return ended(ctx, run, 'planning');
}

async function applyPlanned(ctx: Context, planned: Run): Promise<Run> {
  await applyRun(ctx, planned.id, planned.confirm);
  return ended(ctx, planned, 'applying');
}

async function ended(ctx: Context, { id }: Run, step: 'planning' | 'applying'): Promise<Run> {
  for (;;) {
    await workOnRuns(ctx.app);
    const run = await getRun(ctx, id);
    if (run.state !== step) return run;
    await setTimeout(pollMs);
  }
}

async function reportInvitations(app: App, { links }: FileTask, run: Run, { console }: Terminal) {
  const { created } = run.applied;
  if (app.config.smtp_url) {
    console.info(`Invited ${count(created)}. The running server sends the emails.`);
    if (links !== null) console.info('--links is left out: the users get their links by email.');
  } else if (links === null || created === 0) {
    console.info(
      `Invited ${count(created)}. No mail server is set up, so nobody is emailed; --links writes the links.`,
    );
  } else {
    const inviting = systemContext<'users.invite'>(app);
    const { body } = await downloadInviteLinks(inviting, run.id, async () => inviting);
    await pipeline(Readable.from(body), createWriteStream(links, { mode: 0o600 }));
    console.info(
      `The invite links of ${count(created)} are in ${links}. A link opens the account of its user.`,
    );
  }
}

async function report(
  ctx: Context,
  { about, result }: FileTask,
  run: Run,
  { isApplied, terminal }: { isApplied: boolean; terminal: Terminal },
) {
  const { console } = terminal;
  const counts = isApplied ? run.applied : run.planned;
  const rejected = counts.rejected + counts.changed;
  const effect = describeCounts(run.kind, isApplied ? 'after' : 'before', counts) || 'No lines';
  console.info(`${titles[about]}: ${effect}.`);
  const first = await listRunLines(ctx, run.id, { result: 'rejected', limit: printedLines });
  for (const { line, reason } of first.lines) {
    console.info(`  Line ${line}: ${reason}`);
  }
  if (counts.rejected > printedLines) {
    console.info(
      `  … and ${count(counts.rejected - printedLines)} more; --result result.csv writes them all.`,
    );
  }
  if (result !== null) {
    const { body } = await downloadRunResult(ctx, run.id, undefined, async () => ctx);
    await pipeline(Readable.from(body), createWriteStream(result));
    console.info(`The result of each line is in ${result}.`);
  }
  if (rejected > 0) terminal.exitCode = exitCodes.rejected;
}

function describeFile(
  { about, total, options }: Run,
  { name, encoding, separator, headers }: RunFile,
): string {
  const columns = headers.map((header, index) => {
    const column = options?.mapping[index];
    return `${header} (${column ? `read as ${labelOf(about, column)}` : 'left out'})`;
  });
  return `${name}: ${count(total)} ${total === 1 ? 'line' : 'lines'}, ${encoding}, ${separators[separator]}: ${columns.join(', ')}`;
}
