import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  companySignInProblems,
  isCompanySignInProblem,
} from '../../../contract/auth/company-sign-in-problems.ts';
import type { CompanySignInStep } from '../../../contract/company-sign-in.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../components/icons/icons.ts';
import { companyTestQuery, testCompanySignIn } from './company-sign-in.api.ts';

/** What the page came back with from the provider, taken out of its URL: it can be read once. */
function takeResult() {
  const url = new URL(location.href);
  const result = { code: url.searchParams.get('code'), error: url.searchParams.get('error_code') };
  for (const name of ['code', 'error', 'error_code', 'error_description']) url.searchParams.delete(name);
  if (result.code || result.error) history.replaceState(history.state, '', url);
  return result;
}

/** Signs in at the provider without changing anything, and shows each step. */
export function CompanyTest() {
  const [result] = useState(takeResult);
  const begin = useMutation({
    mutationFn: testCompanySignIn,
    onSuccess: ({ url }) => {
      if (url) location.assign(url);
    },
  });
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">Test</h3>
      <p className="text-ink-soft">
        Sign in at the provider with the saved settings. Nothing changes here: you read what it sent, and what
        a sign-in would do. It also works while company sign-in is off.
      </p>
      <Button
        variant="secondary"
        className="self-start"
        loading={begin.isPending}
        loadingLabel="Asking the provider..."
        onClick={() => begin.mutate()}
      >
        Test sign-in
      </Button>
      {begin.error && <Alert tone="error">{begin.error.message}</Alert>}
      {begin.data && <Steps steps={begin.data.steps} />}
      {!begin.data && result.code && <Result code={result.code} />}
      {!begin.data && isCompanySignInProblem(result.error) && (
        <Alert tone="error">{companySignInProblems[result.error]('The provider')}</Alert>
      )}
    </section>
  );
}

function Result({ code }: { code: string }) {
  const query = useQuery(companyTestQuery(code));
  return (
    <QueryView query={query} loading="Loading the test...">
      {({ steps, claims }) => (
        <>
          <Steps steps={steps} />
          <details>
            <summary className="cursor-pointer font-medium">What the provider sent</summary>
            <pre className="mt-2 overflow-x-auto rounded-control bg-canvas p-3 text-small">
              {JSON.stringify(claims, null, 2)}
            </pre>
          </details>
        </>
      )}
    </QueryView>
  );
}

function Steps({ steps }: { steps: readonly CompanySignInStep[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {steps.map(({ name, is_ok, detail }) => (
        <li key={name} className="flex gap-2">
          {is_ok ? (
            <IconCircleCheck size={20} className="shrink-0 text-good" aria-label="Done" />
          ) : (
            <IconAlertTriangle size={20} className="shrink-0 text-bad" aria-label="Failed" />
          )}
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{name}</span>: {detail}
          </span>
        </li>
      ))}
    </ul>
  );
}
