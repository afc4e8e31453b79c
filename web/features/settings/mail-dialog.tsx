import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeptMail } from '../../../contract/settings.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { useSave } from '../../lib/form/use-save.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { mailStates } from './mail-states.ts';
import { MailText } from './mail-text.tsx';
import { mailQuery, mailsQuery, sendMailAgain } from './settings.api.ts';

export interface MailDialogProps {
  mail: KeptMail;
  onClose: () => void;
}

export function MailDialog({ mail, onClose }: MailDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(mailQuery(mail.id));
  const { sends_email } = useAppConfig();
  const cache = useQueryClient();
  const again = useSave({
    mutationFn: (_, signal) => sendMailAgain(mail.id, signal),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: mailsQuery.queryKey });
      onClose();
    },
  });
  // Of one that was sent the text is gone; one that has not been tried yet is on its way.
  const isStuck = mail.state === 'failed' || mail.state === 'kept' || mail.last_error !== null;
  const maySend = sends_email && isStuck && mail.state !== 'sent';
  return (
    <Dialog
      open
      onClose={onClose}
      title={mail.subject}
      width="wide"
      busy={again.isPending}
      error={again.error && messageOf(again.error, 'Failed to send the email again')}
      footer={
        maySend && (
          <>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            <Button loading={again.isPending} loadingLabel="Sending..." onClick={() => again.mutate()}>
              Send again
            </Button>
          </>
        )
      }
    >
      <p className="pb-4 text-small break-words text-ink-soft">
        To {mail.to} · {formatDate(mail.created_at)} · {mailStates[mail.state]}
      </p>
      {mail.last_error && (
        <Alert tone="error" className="mb-4">
          {mail.last_error}
        </Alert>
      )}
      {data?.text && <MailText text={data.text} />}
      {data && !data.text && <p className="pb-4">The text is gone: it is deleted once the email is sent.</p>}
      {!data && error && (
        <ErrorState
          message={messageOf(error, 'Failed to fetch email')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Loading label="Loading email..." />}
    </Dialog>
  );
}
