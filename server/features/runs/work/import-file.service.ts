import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ImportOptions, Run, RunLine, RunSubject } from '../../../../contract/runs.ts';
import { type Authorized, requirePermission } from '../../../kernel/access.ts';
import { downloadInviteLinks } from '../bulk/invite-links.service.ts';
import { discardRun } from '../discard.service.ts';
import { planImport } from '../import/plan.service.ts';
import { downloadRunResult } from '../import/result.service.ts';
import { uploadFile } from '../import/upload.service.ts';
import { applyRun, getRun, listRunLines } from '../runs.service.ts';
import { workOnRuns } from './run-worker.service.ts';

type Context = Authorized<'signed_in'>;

interface FileImport {
  about: RunSubject;
  name: string;
  bytes: Buffer;
  options: Omit<ImportOptions, 'mapping'>;
}

/** A server may work on the run as well, so this process checks its state from time to time. */
const pollMs = 200;

/**
 * With the columns that the headers mean. Resolves when it is planned. @throws ApiError for a file that cannot be used.
 */
export async function planFile(ctx: Context, { about, name, bytes, options }: FileImport): Promise<Run> {
  const { id, file } = await uploadFile(
    ctx,
    { id: randomUUID(), about, name },
    { parse: (work) => work(bytes) },
  );
  await planImport(ctx, id, { ...options, mapping: file?.mapping ?? [] });
  return ended(ctx, id, 'planning');
}

/** Resolves when the run has ended. @throws ApiError 400 when `confirm` is not the required number. */
export async function applyPlanned(ctx: Context, { id }: Run, confirm: number | null): Promise<Run> {
  await applyRun(ctx, id, confirm);
  return ended(ctx, id, 'applying');
}

export async function dropPlanned(ctx: Context, { id }: Run): Promise<void> {
  await discardRun(ctx, id);
}

async function ended(ctx: Context, id: string, step: 'planning' | 'applying'): Promise<Run> {
  for (;;) {
    await workOnRuns(ctx.app);
    const run = await getRun(ctx, id);
    if (run.state !== step) return run;
    await setTimeout(pollMs);
  }
}

export async function rejectedLines(ctx: Context, { id }: Run, limit: number): Promise<RunLine[]> {
  return (await listRunLines(ctx, id, { result: 'rejected', limit })).lines;
}

/** @throws ApiError as `downloadInviteLinks`. */
export async function inviteLinks(ctx: Context, { id }: Run): Promise<AsyncIterable<string>> {
  const inviting = requirePermission(ctx, 'users.invite');
  return (await downloadInviteLinks(inviting, id, async () => inviting)).body;
}

export async function resultFile(ctx: Context, { id }: Run): Promise<AsyncIterable<string>> {
  return (await downloadRunResult(ctx, id, undefined, async () => ctx)).body;
}
