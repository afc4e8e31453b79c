import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { cancelEmailChange, resendEmailLinks, waitingEmailQuery } from './email.api.ts';
import { EmailDialog } from './email-dialog.tsx';

export function EmailPanel({ email }: { email: string }) {
  const { data: waiting } = useQuery(waitingEmailQuery);
  const { sends_email } = useAppConfig();
  const [isOpen, setOpen] = useState(false);
  const resend = useMutation({ mutationFn: resendEmailLinks });
  const cancel = useMutation({ mutationFn: cancelEmailChange });
  const isBusy = resend.isPending || cancel.isPending;

  return (
    <Panel isSection title="Sign-in email" description="Used to sign in and for notifications.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-medium break-words font-unkerned">{email}</p>
        <Button
          variant="secondary"
          onClick={() => {
            resend.reset();
            cancel.reset();
            setOpen(true);
          }}
        >
          Change email
        </Button>
      </div>
      <SaveOutcome
        save={resend}
        done={sends_email ? 'The links are on their way again.' : 'The links are kept on the server again.'}
        failed="The links were not sent"
        className="mt-3"
      />
      <SaveOutcome
        save={cancel}
        done="Your email does not change."
        failed="The change was not canceled"
        className="mt-3"
      />
      {waiting && (
        <div className="mt-3 flex flex-col gap-3">
          <Alert tone="info">
            <span className="font-semibold break-words">{waiting}</span> waits to be confirmed: open the link
            in each email about it. Until then you sign in as before.
            {!sends_email && ' This server sends no email: ask your administrator for the links.'}
          </Alert>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              disabled={isBusy}
              onClick={() => {
                cancel.reset();
                resend.mutate(email);
              }}
            >
              {sends_email ? 'Send the links again' : 'Ask for the links again'}
            </Button>
            <Button
              variant="ghost"
              disabled={isBusy}
              onClick={() => {
                resend.reset();
                cancel.mutate(email);
              }}
            >
              Cancel the change
            </Button>
          </div>
        </div>
      )}
      {isOpen && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
