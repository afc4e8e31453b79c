import { invitingResult, type LineResult } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { now, reader } from '../../../kernel/context.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { csvHead, csvRows } from '../../../platform/csv.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { copyInvitations, requireEveryPermission } from '../../users/invitations/invitations.service.ts';
import { listLines } from '../run-lines.repository.ts';
import { findRun } from '../runs.service.ts';

/** Each link is a transaction. */
const linksPerPage = 50;

/**
 * Links are made while the file is read, are not stored, and end the older ones; each is audited. @throws ApiError 404;
 * 403 without every permission; 409 for a run that invites nobody, and on a server that sends emails.
 */
export async function downloadInviteLinks(
  ctx: Authorized<'users.invite'>,
  id: string,
  renew: Renew<'users.invite'>,
) {
  requireEveryPermission(ctx);
  const run = await findRun(ctx, id);
  const act = run.act?.act ?? null;
  const result = invitingResult({ kind: run.kind, act, options: run.options });
  if (result === null) throw new ApiError('conflict', 'This run invites nobody.');
  if (ctx.app.config.smtp_url) {
    throw new ApiError('conflict', 'This server sends emails: the users got their links.');
  }
  return { filename: `invite-links-${now(ctx).slice(0, 10)}.csv`, body: pages(renew, id, result) };
}

async function* pages(renew: Renew<'users.invite'>, id: string, result: LineResult): AsyncGenerator<string> {
  yield csvHead(['Name', 'Email', 'Link', 'Reason']);
  let after = 0;
  for (;;) {
    const ctx = await renew();
    await findRun(ctx, id);
    const lines = await listLines(reader(ctx), id, { result, after, limit: linksPerPage });
    const ids = lines.flatMap((line) => (line.result === null ? [] : (line.subject_id ?? [])));
    const copied = await copyInvitations(ctx, ids);
    if (copied.length > 0)
      yield csvRows(copied.map(({ name, email, link, reason }) => [name, email, link, reason]));
    if (lines.length < linksPerPage) return;
    after = lines.at(-1)?.line ?? after;
  }
}
