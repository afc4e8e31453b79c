import { useQuery } from '@tanstack/react-query';
import type { KeptMail } from '../../../contract/settings.ts';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { formatDate } from '../../lib/format/format-date.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { mailStates } from './mail-states.ts';
import { MailText } from './mail-text.tsx';
import { mailQuery } from './settings.api.ts';

export interface MailDialogProps {
  mail: KeptMail;
  onClose: () => void;
}

export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(mailQuery(mail.id));
  return (
    <Dialog open onClose={onClose} title={mail.subject} width="wide">
      <p className="pb-4 text-small break-words text-ink-soft">
        To {mail.to} · {formatDate(mail.created_at)} · {mailStates[mail.state]}
      </p>
      {mail.last_error && (
        <Alert tone="error" className="mb-4">
          {mail.last_error}
        </Alert>
      )}
      {data?.text && <MailText text={data.text} />}
      {data && !data.text && (
        <p className="pb-4">The text is gone: a mail's body is wiped once it is delivered.</p>
      )}
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to fetch mail')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Loading label="Loading mail..." />}
    </Dialog>
  );
}
