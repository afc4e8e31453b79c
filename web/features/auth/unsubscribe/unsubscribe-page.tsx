import { useState } from 'react';
import { kindOf } from '../../../../contract/notifications/notification-kinds.ts';
import * as contract from '../../../../contract/notifications/notifications.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { useAction } from '../../../lib/form/use-action.ts';
import { call } from '../../../lib/http/http.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { FormHeading, FormMessage } from '../parts/form-parts.tsx';
import { BackToSignIn } from '../parts/link-parts.tsx';

/** Of the link in emails. It needs no sign-in, and asks first: some mail programs open every link. */
export function UnsubscribePage() {
  const [labels, setLabels] = useState<string[] | null>(null);
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const stop = useAction(async () => {
    const { kinds, sections } = await call(contract.unsubscribe, { query: { token } });
    const sectionLabels = sections.map((section) => contract.emailSectionLabels[section]);
    const labels = [...sectionLabels, ...kinds.map((kind) => kindOf(kind).label)];
    if (labels.length === 0) throw new Error('This link is not complete. Open it again from the email.');
    setLabels(labels);
  });
  return (
    <AuthLayout>
      {labels ? (
        <>
          <FormHeading title="These emails are stopped">
            You no longer get emails about the following. The bell still tells you, and your profile has the
            settings.
          </FormHeading>
          <ul className="mb-6 list-disc pl-5">
            {labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <FormHeading title="Stop these emails?">Turn them back on in your profile.</FormHeading>
          <FormMessage>{stop.error && <Alert tone="error">{stop.error.message}</Alert>}</FormMessage>
          <Button className="w-full" loading={stop.isPending} onClick={() => void stop.run()}>
            Stop the emails
          </Button>
        </>
      )}
      <BackToSignIn />
    </AuthLayout>
  );
}
