import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import type { AuthFailure } from '../../lib/account/auth-failure.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { keepEmail, resendEmailLinks, waitingEmailQuery } from './email.api.ts';
import { EmailDialog } from './email-dialog.tsx';

/** The email to sign in with, and the change that waits for both mailboxes. */
export function EmailPanel({ email }: { email: string }) {
  const { data: waiting, refetch } = useQuery(waitingEmailQuery);
  const { sends_email } = useAppConfig();
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function act(work: Promise<AuthFailure | null>, done: string) {
    setBusy(true);
    const failure = await work;
    await refetch();
    setBusy(false);
    setAnswer(failure ? { tone: 'error', text: failure.message } : { tone: 'success', text: done });
  }

  return (
    <Panel title="Sign-in email" description="You sign in with it, and we write to it.">
      <p className="font-medium break-words">{email}</p>
      {answer && (
        <Alert tone={answer.tone} className="mt-3">
          {answer.text}
        </Alert>
      )}
      {waiting && (
        <div className="mt-3 space-y-3">
          <Alert tone="info">
            <span className="font-semibold break-words">{waiting}</span> waits to be confirmed: open the link
            in each email about it. Until then you sign in as before.
            {!sends_email && ' This server sends no email: ask your administrator for the links.'}
          </Alert>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              disabled={isBusy}
              onClick={() =>
                void act(
                  resendEmailLinks(email),
                  sends_email
                    ? 'The links are on their way again.'
                    : 'The links are kept on the server again.',
                )
              }
            >
              {sends_email ? 'Send the links again' : 'Ask for the links again'}
            </Button>
            <Button
              variant="ghost"
              disabled={isBusy}
              onClick={() => void act(keepEmail(email), 'Your email stays as it is.')}
            >
              Cancel the change
            </Button>
          </div>
        </div>
      )}
      <Button
        variant="secondary"
        className="mt-3"
        onClick={() => {
          setAnswer(null);
          setOpen(true);
        }}
      >
        Change email
      </Button>
      {isOpen && (
        <EmailDialog
          email={email}
          onClose={() => setOpen(false)}
          onAsked={() => {
            setOpen(false);
            void refetch();
          }}
        />
      )}
    </Panel>
  );
}
