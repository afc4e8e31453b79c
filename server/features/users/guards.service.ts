import { reasons } from '../../../contract/access/reasons.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { type Context, type InTransaction, reader } from '../../kernel/context.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { readUserAccess, readWorkingAdmins } from './users.facts.service.ts';
import * as repository from './users.repository.ts';
import { whyNotAssign, whyNotLose, whyNotManage, whyNotRemoveAdmin } from './users.rules.ts';

/** Call it inside a change of the user. @throws ApiError 404 out of scope, 403 */
export async function findManageable(ctx: InTransaction<Authorized>, id: string) {
  const [row, access] = await findChanged(ctx, id);
  refuseFor(whyNotManage(access, ctx.actor), 'forbidden');
  return row;
}

/** The same for a change of locations. */
export async function findAssignable(ctx: InTransaction<Authorized>, id: string) {
  const [row, access] = await findChanged(ctx, id);
  refuseFor(whyNotAssign(access, ctx.actor), 'forbidden');
  return row;
}

async function findChanged(ctx: InTransaction<Authorized>, id: string) {
  const found = repository.findForChange(ctx.tx, scopeOf(ctx), id);
  const [row, access] = await Promise.all([found, readUserAccess(ctx, id)]);
  return [row ?? notFound(), access] as const;
}

/** Without a lock, for reading. @throws ApiError as `findManageable`. */
export async function requireManageable(ctx: Authorized, id: string): Promise<void> {
  if (!(await repository.isInScope(reader(ctx), scopeOf(ctx), id))) notFound();
  refuseFor(whyNotManage(await readUserAccess(ctx, id), ctx.actor), 'forbidden');
}

/** `lost` is access that actors could not give back to themselves. @throws ApiError 409 */
export function refuseOwnLoss({ actor }: Context, id: string, lost: string | null): void {
  refuseFor(whyNotLose({ id }, lost, actor), 'conflict');
}

/**
 * Call it with the user locked. Until the transaction ends, no other one removes an administrator. @throws ApiError 409
 */
export async function ensureAnotherAdmin({ tx }: InTransaction, id: string): Promise<void> {
  if (!(await repository.isWorkingAdmin(tx, id))) return;
  await repository.lockAdministrators(tx);
  refuseFor(whyNotRemoveAdmin({ id }, await readWorkingAdmins(tx)), 'last_admin');
}

export function notFound(): never {
  throw new ApiError('not_found', reasons.userMissing);
}
