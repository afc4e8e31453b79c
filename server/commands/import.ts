import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importColumns } from '../../contract/import-columns.ts';
import { describeCounts } from '../../contract/run-words.ts';
import type { Run, RunFile } from '../../contract/runs.ts';
import {
  applyPlanned,
  dropPlanned,
  inviteLinks,
  planFile,
  rejectedLines,
  resultFile,
} from '../features/runs/work/import-file.service.ts';
import { systemContext } from '../kernel/access.ts';
import type { App } from '../kernel/context.ts';
import { databaseCommand, type Terminal } from './command-line.ts';
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
const printedLines = 20;
const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

type Context = ReturnType<typeof systemContext<'signed_in'>>;

export const importCommand = databaseCommand({
  usage: importUsage,
  options: importOptions,
  read: readImportTask,
  run: importFiles,
});

async function importFiles(app: App, { files, isDryRun, confirm }: ImportTask, terminal: Terminal) {
  const { console } = terminal;
  const ctx = systemContext<'signed_in'>(app);
  if (isDryRun && files.length > 1) {
    console.info(
      'Nothing is changed, so locations that would be added are unknown to the lines of the users.',
    );
  }
  for (const file of files) {
    const planned = await planFile(ctx, { ...file, ...(await readTaskFile(file.path)) });
    if (planned.file) console.info(describeFile(planned, planned.file));
    const asks = !isDryRun && planned.confirm !== null && planned.confirm !== confirm;
    const isApplied = !isDryRun && !asks && planned.can.apply;
    const run = isApplied ? await applyPlanned(ctx, planned, planned.confirm) : planned;
    await report(ctx, file, run, { isApplied, terminal });
    if (isApplied && file.options.invite_new) await reportInvitations(app, ctx, file, run, terminal);
    if (!isApplied) await dropPlanned(ctx, planned);
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

async function reportInvitations(
  app: App,
  ctx: Context,
  { links }: FileTask,
  run: Run,
  { console }: Terminal,
) {
  const { created } = run.applied;
  if (app.config.smtp_url) {
    console.info(`Invited ${count(created)}. The running server sends the emails.`);
    if (links !== null) console.info('--links is left out: the users get their links by email.');
  } else if (links === null || created === 0) {
    console.info(
      `Invited ${count(created)}. No mail server is set up, so nobody is emailed; --links writes the links.`,
    );
  } else {
    const file = await inviteLinks(ctx, run);
    await pipeline(Readable.from(file), createWriteStream(links, { mode: 0o600 }));
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
  console.info(`${about === 'users' ? 'Users' : 'Locations'}: ${effect}.`);
  for (const { line, reason } of await rejectedLines(ctx, run, printedLines)) {
    console.info(`  Line ${line}: ${reason}`);
  }
  if (counts.rejected > printedLines) {
    console.info(
      `  … and ${count(counts.rejected - printedLines)} more; --result result.csv writes them all.`,
    );
  }
  if (result !== null) {
    await pipeline(Readable.from(await resultFile(ctx, run)), createWriteStream(result));
    console.info(`The result of each line is in ${result}.`);
  }
  if (rejected > 0) terminal.exitCode = exitCodes.rejected;
}

function describeFile(
  { about, total, options }: Run,
  { name, encoding, separator, headers }: RunFile,
): string {
  const labels: Partial<Record<string, { label: string }>> = importColumns[about];
  const columns = headers.map((header, index) => {
    const column = options?.mapping[index];
    return `${header} (${column ? `read as ${labels[column]?.label}` : 'left out'})`;
  });
  return `${name}: ${count(total)} ${total === 1 ? 'line' : 'lines'}, ${encoding}, ${separators[separator]}: ${columns.join(', ')}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
