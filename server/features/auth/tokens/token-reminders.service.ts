import { displayName } from '../../../../contract/users.ts';
import { systemContext } from '../../../kernel/access.ts';
import { type App, type InTransaction, now } from '../../../kernel/context.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import { listKeepers } from './service-accounts.repository.ts';
import { type Expiring, listExpiring, markReminded, remindedDays } from './tokens.repository.ts';

const dayMs = 86_400_000;

/** Who answers for a token learns 14 and 3 days before that it expires: its owner, or who manages the service account. */
export async function remindOfTokens(app: App): Promise<void> {
  const nowMs = app.now().getTime();
  const before = (days: number) => new Date(nowMs + days * dayMs).toISOString();
  const tokens = await listExpiring(app.database.read, before(0), before);
  await app.faults.each(tokens, {
    what: 'API tokens that expire',
    idOf: ({ id }) => id,
    run: (token) => app.database.write((tx) => remind({ ...systemContext(app, 'Server'), tx }, token)),
  });
}

async function remind(ctx: InTransaction, token: Expiring): Promise<void> {
  const { id, owner_id, name, expires_at, service_id, owner_role_id } = token;
  const leftMs = Date.parse(expires_at) - Date.parse(now(ctx));
  const days = remindedDays.findLast((days) => leftMs <= days * dayMs);
  if (days === undefined || !(await markReminded(ctx.tx, id, days))) return;
  const ids = service_id ? await listKeepers(ctx.tx, owner_role_id, 'tokens.manage') : [owner_id];
  const until = new Date(expires_at).toLocaleDateString('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: ctx.app.config.time_zone },
  });
  notify(ctx, {
    ...{ kind: 'token_ending', receivers: { to: 'users', ids }, isOneRow: true, act: id },
    subject: service_id
      ? { type: 'service_account', id: service_id, name: displayName(token) }
      : { type: 'account', id: null, name },
    details: { token: name, until, ...(service_id && { account: displayName(token) }) },
  });
}
