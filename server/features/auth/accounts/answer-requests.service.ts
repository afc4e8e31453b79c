import { anonymousContext } from '../../../kernel/access.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { deleteRequest, type LaterRequest, listRequests } from '../identities/requests.repository.ts';
import type { AccountHooks, HookedContext } from '../protocol/context.ts';
import { summarizeAttempts } from '../sessions/listed-attempts.ts';
import { recordRefusedSignIn } from '../sessions/sign-in-audit.ts';
import { resendLinks } from './email-change.service.ts';
import { sendRecoveryLink } from './recovery.service.ts';
import { confirmAgain, sendConfirmation } from './sign-up.service.ts';

const everyMs = 2000;
const atOnce = 100;

type Answer = (ctx: InTransaction<HookedContext>, request: LaterRequest) => Promise<void>;

const answers: Record<LaterRequest['kind'], Answer> = {
  sign_up: sendConfirmation,
  resend_sign_up: confirmAgain,
  resend_email_change: resendLinks,
  recovery: sendRecoveryLink,
  refused_sign_in: recordRefusedSignIn,
};

/**
 * Does what requests of users who are not signed in left for later, and writes the audit's entries of hours that are
 * over. What it does depends on who has the email; a request must not be followed by it at once, because the load
 * would tell. What fails is logged and tried again.
 */
export async function answerRequests(app: App, hooks: AccountHooks): Promise<void> {
  for (const request of await listRequests(app.database.read, atOnce)) {
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

/** Answers in the background until `stop`. */
export function keepAnswering(app: App, hooks: AccountHooks): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= answerRequests(app, hooks)
      .catch((error) => logFault(app.log, error, 'requests could not be answered'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
