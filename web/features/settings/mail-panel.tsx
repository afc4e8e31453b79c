import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptMail } from '../../../contract/settings.ts';
import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconRefresh } from '../../components/icons/icons.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { MailDialog } from './mail-dialog.tsx';
import { mailStates } from './mail-states.ts';
import { mailsQuery } from './settings.api.ts';

/** Outgoing mails. Where no mail server is configured they are kept, and read here. */
export function MailPanel() {
  const { data, error, refetch, isFetching } = useQuery(mailsQuery);
  const [opened, setOpened] = useState<KeptMail | null>(null);

  return (
    <Card aria-label="Mail">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-6 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">Mail</h2>
          <p className="text-ink-soft">The newest outgoing mails. A kept mail can be read here.</p>
        </div>
        <Button
          variant="secondary"
          icon={<IconRefresh size={18} aria-hidden="true" />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      </header>
      {data?.mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} onOpen={() => setOpened(mail)} />
      ))}
      {data?.mails.length === 0 && (
        <EmptyState title="No mails yet" text="Confirmation and reset links will appear here." />
      )}
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to fetch mails')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Loading label="Loading mails..." />}
      {opened && <MailDialog mail={opened} onClose={() => setOpened(null)} />}
    </Card>
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
