import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutgoingEmail } from '../../../contract/settings.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton, Dialog } from '../../components/dialog/dialog.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { IconRefresh } from '../../components/icons/icons.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { emailQuery, emailsQuery, sendEmailAgain, sendTestEmail } from './settings.api.ts';

const emailStates: Record<OutgoingEmail['state'], string> = {
  pending: 'Waiting',
  kept: 'Not sent',
  sent: 'Sent',
  failed: 'Failed',
};

/** Without a mail server emails are kept, and their links are read here. */
export function OutgoingEmailsPanel() {
  const query = useQuery(emailsQuery);
  const { sends_email } = useAppConfig();
  const [opened, setOpened] = useState<OutgoingEmail | null>(null);
  const test = useMutation({ mutationFn: sendTestEmail });

  return (
    <Panel
      isFlush
      isTitleHidden
      title="Email"
      description={
        sends_email
          ? 'Recent outgoing email. Email that could not be sent is kept here.'
          : 'This server has no mail server, so its emails are kept here. Set SMTP_URL to send them.'
      }
      actions={
        <>
          {sends_email && (
            <Button
              variant="secondary"
              loading={test.isPending}
              loadingLabel="Sending..."
              onClick={() => test.mutate()}
            >
              Send a test email
            </Button>
          )}
          <Button
            variant="secondary"
            icon={<IconRefresh size={18} aria-hidden="true" />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        </>
      }
      toolbar={
        test.data ? (
          <TestAnswer {...test.data} />
        ) : (
          test.error && <SaveOutcome save={test} failed="Failed to send a test email" />
        )
      }
    >
      <QueryView
        query={query}
        loading="Loading emails..."
        empty={<EmptyState title="No email yet" text="Confirmation and reset links will appear here." />}
      >
        {(emails) =>
          emails.map((email) => <EmailRow key={email.id} email={email} onOpen={() => setOpened(email)} />)
        }
      </QueryView>
      {opened && <OutgoingEmailDialog email={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function TestAnswer({ to, is_accepted, answer }: { to: string; is_accepted: boolean; answer: string }) {
  return (
    <Alert tone={is_accepted ? 'success' : 'error'} className="wrap-anywhere">
      {is_accepted
        ? `The mail server accepted the test email to ${to}. It answered: ${answer}`
        : `The test email to ${to} was not sent: ${answer}`}
    </Alert>
  );
}

function EmailRow({ email, onOpen }: { email: OutgoingEmail; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-x-6 border-b border-line px-6 py-2.5 text-left -outline-offset-2 last:border-b-0 hover:bg-row-hover active:bg-line max-md:px-4 md:min-h-12 md:py-1 md:grid-cols-[minmax(0,1fr)_8rem_12rem] md:items-center"
    >
      <span className="min-w-0">
        <span className="block truncate leading-5 font-semibold">{email.subject}</span>
        <span className="block truncate text-small leading-4.5 text-ink-soft">to {email.to}</span>
      </span>
      <span className={email.state === 'failed' ? 'text-bad' : 'text-ink-soft'}>
        {emailStates[email.state]}
      </span>
      <span className="text-small whitespace-nowrap text-ink-soft">{formatDate(email.created_at)}</span>
    </button>
  );
}

function OutgoingEmailDialog({ email, onClose }: { email: OutgoingEmail; onClose: () => void }) {
  const query = useQuery(emailQuery(email.id));
  const { sends_email } = useAppConfig();
  const again = useSave({
    mutationFn: (_, context) => sendEmailAgain(email.id, context),
    onSuccess: onClose,
  });
  // A sent email has no text any more, and one that is pending will be sent anyway.
  const isStuck = email.state === 'failed' || email.state === 'kept' || email.last_error !== null;
  const maySend = sends_email && isStuck && email.state !== 'sent';
  return (
    <Dialog
      onClose={onClose}
      title={email.subject}
      width="wide"
      busy={again.isPending}
      error={again.error && messageOf(again.error, 'Failed to send the email again')}
      footer={
        maySend && (
          <>
            <CancelButton label="Close" />
            <Button loading={again.isPending} loadingLabel="Sending..." onClick={() => again.mutate()}>
              Send again
            </Button>
          </>
        )
      }
    >
      <p className="pb-4 text-small break-words text-ink-soft">
        To {email.to} · {formatDate(email.created_at)} · {emailStates[email.state]}
      </p>
      {email.last_error && (
        <Alert tone="error" className="mb-4">
          {email.last_error}
        </Alert>
      )}
      <QueryView query={query} loading="Loading email...">
        {({ text }) =>
          text ? (
            <OutgoingEmailText text={text} />
          ) : (
            <p className="pb-4">The text is gone: it is deleted once the email is sent.</p>
          )
        }
      </QueryView>
    </Dialog>
  );
}

function OutgoingEmailText({ text }: { text: string }) {
  return (
    <p className="mb-4 rounded-control bg-surface-raised p-4 wrap-anywhere whitespace-pre-wrap">
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        // Every second part matched the parentheses of the pattern: a URL.
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <a key={index} href={part} target="_blank" rel="noreferrer" className="text-petrol underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
