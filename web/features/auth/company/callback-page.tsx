import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  companySignInProblems,
  isCompanySignInProblem,
} from '../../../../contract/auth/company-sign-in-problems.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { askAuth, authCodeOf } from '../../../lib/account/ask-auth.ts';
import { adoptSession, useAuth } from '../../../lib/account/auth-store.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { messageOf } from '../../../lib/network/request-failed.ts';
import { createPkceClient } from '../../../lib/session/auth-client.ts';
import { isOwnPage } from '../../../lib/session/own-page.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CodeStep } from '../parts/code-step.tsx';
import { FormHeading } from '../parts/form-parts.tsx';
import { BackToSignIn } from '../parts/link-parts.tsx';

interface Answer {
  code: string | null;
  flowId: string | null;
  error: string | null;
  redirect: string;
  /** Another tab waits for the proof that it is them. */
  isAgain: boolean;
}

/** Read once, and out of the history: the code works once, and a reload must not try it again. */
function takeAnswer(): Answer {
  const { searchParams, pathname } = new URL(location.href);
  history.replaceState(history.state, '', pathname);
  const redirect = searchParams.get('redirect') ?? undefined;
  return {
    code: searchParams.get('code'),
    flowId: searchParams.get('sb_flow_id'),
    error: searchParams.get('error_code'),
    redirect: isOwnPage(redirect) ? redirect : '/dashboard',
    isAgain: searchParams.has('again'),
  };
}

/** Where the provider of a company sign-in comes back to, outside of the guard. */
export function CallbackPage() {
  const [answer] = useState(takeAnswer);
  const [problem, setProblem] = useState(answer.code ? null : (answer.error ?? 'flow_state_not_found'));
  const [sentence, setSentence] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const { isAuthenticated, needsCode } = useAuth();
  const { company_sign_in } = useAppConfig();
  const name = company_sign_in?.name ?? 'The company sign-in';
  const router = useRouter();

  const exchange = useEffectEvent(async (code: string) => {
    try {
      await exchangeCode(code, answer.flowId);
      setDone(true);
    } catch (failure) {
      setProblem(authCodeOf(failure) ?? 'unexpected_failure');
      setSentence(messageOf(failure, 'The sign-in failed'));
    }
  });
  useEffect(() => {
    if (answer.code) void exchange(answer.code);
  }, [answer]);
  useEffect(() => {
    if (!isDone || !isAuthenticated) return;
    if (answer.isAgain) window.close();
    else router.history.replace(answer.redirect);
  }, [isDone, isAuthenticated, answer, router]);

  return (
    <AuthLayout>
      {problem !== null && (
        <>
          <FormHeading title={titleOf(answer, isAuthenticated)} />
          <Alert tone="error">
            {isCompanySignInProblem(problem) ? companySignInProblems[problem](name) : (sentence ?? unknown)}
          </Alert>
          <BackToSignIn />
        </>
      )}
      {isDone && answer.isAgain && (
        <>
          <FormHeading title="You signed in again">
            Close this tab and continue where you were, or continue here.
          </FormHeading>
          <Button variant="secondary" onClick={() => router.history.replace(answer.redirect)}>
            Continue here
          </Button>
        </>
      )}
      {problem === null &&
        !(isDone && answer.isAgain) &&
        (needsCode ? <CodeStep /> : <Loading label="Signing in..." />)}
    </AuthLayout>
  );
}

function titleOf({ isAgain }: Answer, isAuthenticated: boolean): string {
  if (isAgain) return 'You did not sign in again';
  return isAuthenticated ? 'It could not be connected' : 'You were not signed in';
}

const unknown = companySignInProblems.unexpected_failure();

let exchanging: { code: string; done: Promise<void> } | null = null;

/** Once for each code, however often the page is drawn. */
function exchangeCode(code: string, flowId: string | null): Promise<void> {
  if (exchanging?.code !== code) exchanging = { code, done: exchangeNow(code, flowId) };
  return exchanging.done;
}

async function exchangeNow(code: string, flowId: string | null): Promise<void> {
  const { data } = await askAuth(
    'The sign-in failed',
    (client) => client.exchangeCodeForSession(code, flowId ? { flowId } : {}),
    createPkceClient,
  );
  if (data.session) adoptSession(data.session);
}
