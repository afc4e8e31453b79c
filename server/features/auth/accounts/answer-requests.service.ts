import { anonymousContext } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { deleteRequest, type LaterRequest, listRequests } from '../identities/requests.repository.ts';
import type { AccountHooks, HookedContext } from '../protocol/context.pure.ts';
import { recordRefusedSignIn } from '../sessions/sign-in-audit.service.ts';
import { resendLinks } from './email-change.service.ts';
import { sendRecoveryLink } from './recovery.service.ts';
import { confirmAgain, sendConfirmation } from './sign-up.service.ts';

export const answerEveryMs = 2000;
const batchSize = 100;

type Answer = (ctx: InTransaction<HookedContext>, request: LaterRequest) => Promise<void>;

const answers: Record<LaterRequest['kind'], Answer> = {
  sign_up: sendConfirmation,
  resend_sign_up: confirmAgain,
  resend_email_change: resendLinks,
  recovery: sendRecoveryLink,
  refused_sign_in: recordRefusedSignIn,
};

/**
 * The work depends on who has the email, so it must not follow the request at once: the server's load would reveal it. A
 * request that fails twice is taken away: its sender asks again.
 */
export async function answerRequests(app: App, hooks: AccountHooks): Promise<void> {
  await app.faults.each(await listRequests(app.database.read, batchSize), {
    what: 'requests of strangers',
    idOf: ({ id }) => id,
    run: (request) => {
      const { id, ip, user_agent } = request;
      const ctx = { ...anonymousContext(app, { id, ip, user_agent, via: 'screen' }), hooks };
      return change(ctx, {}, async (ctx) => {
        if (await deleteRequest(ctx.tx, id)) await answers[request.kind](ctx, request);
      });
    },
    giveUp: ({ id }) => app.database.write((tx) => deleteRequest(tx, id)),
  });
}
