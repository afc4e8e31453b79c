import { anonymousContext } from '../../../kernel/access.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { deleteRequest, type LaterRequest, listRequests } from '../identities/requests.repository.ts';
import type { AccountHooks, HookedContext } from '../protocol/context.pure.ts';
import { summarizeAttempts } from '../sessions/attempts-audit.service.ts';
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
 * Also writes the audit summaries of past hours. The work depends on who has the email, so it must not follow the
 * request at once: the server's load would reveal it. A failed request is logged and tried again.
 */
export async function answerRequests(app: App, hooks: AccountHooks): Promise<void> {
  for (const request of await listRequests(app.database.read, batchSize)) {
    const { id, ip, user_agent } = request;
    const ctx = { ...anonymousContext(app, { id, ip, user_agent, via: 'screen' }), hooks };
    try {
      await transaction(ctx, async (ctx) => {
        if (await deleteRequest(ctx.tx, id)) await answers[request.kind](ctx, request);
      });
    } catch (error) {
      logFault(app.log, error, `a request of kind ${request.kind} could not be answered`);
    }
  }
  await summarizeAttempts(app);
}
