import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptMail } from '../../../contract/settings.ts';
import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconRefresh } from '../../components/icons/icons.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { MailDialog } from './mail-dialog.tsx';
import { mailStates } from './mail-states.ts';
import { mailsQuery, sendTestEmail } from './settings.api.ts';

/** Outgoing emails. Where no mail server is configured they are kept, and read here. */
export function MailPanel() {
  const { data, error, refetch, isFetching } = useQuery(mailsQuery);
  const { sends_email } = useAppConfig();
  const [opened, setOpened] = useState<KeptMail | null>(null);
  const testing = useMutation({ mutationFn: sendTestEmail });

  return (
    <Card aria-label="Email">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-6 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">Email</h2>
          <p className="text-ink-soft">
            {sends_email
              ? 'The newest outgoing emails.'
              : 'This server has no mail server, so its emails are kept here. Set SMTP_URL to send them.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {sends_email && (
            <Button
              variant="secondary"
              loading={testing.isPending}
              loadingLabel="Sending..."
              onClick={() => testing.mutate()}
            >
              Send a test email
            </Button>
          )}
          <Button
            variant="secondary"
            icon={<IconRefresh size={18} aria-hidden="true" />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </div>
        <TestOutcome answer={testing.data} error={testing.error} />
      </header>
      {data?.mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
      ))}
      {data?.mails.length === 0 && (
        <EmptyState title="No emails yet" text="Confirmation and reset links will appear here." />
      )}
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to fetch emails')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Loading label="Loading emails..." />}
      {opened && <MailDialog mail={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

interface TestOutcomeProps {
  answer: { to: string; is_accepted: boolean; answer: string } | undefined;
  error: Error | null;
}

/** What the mail server said to the test email. */
function TestOutcome({ answer, error }: TestOutcomeProps) {
  if (error) {
    return (
      <Alert tone="error" className="w-full">
        {messageOf(error, 'Failed to send a test email')}
      </Alert>
    );
  }
  if (!answer) return null;
  return (
    <Alert tone={answer.is_accepted ? 'success' : 'error'} className="w-full wrap-anywhere">
      {answer.is_accepted
        ? `The mail server took the test email to ${answer.to}. It answered: ${answer.answer}`
        : `The test email to ${answer.to} was not sent: ${answer.answer}`}
    </Alert>
  );
}

function MailRow({ mail, onOpen }: { mail: KeptMail; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-x-6 border-b border-line px-6 py-2.5 text-left -outline-offset-2 last:border-b-0 hover:bg-surface-raised max-md:px-4 md:min-h-15 md:grid-cols-[minmax(0,1fr)_8rem_12rem] md:items-center"
    >
      <span className="min-w-0">
        <span className="block truncate font-semibold">{mail.subject}</span>
        <span className="block truncate text-small text-ink-soft">to {mail.to}</span>
      </span>
      <span className={mail.state === 'failed' ? 'text-bad' : 'text-ink-soft'}>{mailStates[mail.state]}</span>
      <span className="text-small whitespace-nowrap text-ink-soft">{formatDate(mail.created_at)}</span>
    </button>
  );
}
