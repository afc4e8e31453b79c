import { useQuery } from '@tanstack/react-query';
import type { OutgoingEmail } from '../../../contract/settings.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useSave } from '../../lib/form/use-save.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { emailStates } from './outgoing-email-states.ts';
import { OutgoingEmailText } from './outgoing-email-text.tsx';
import { emailQuery, sendEmailAgain } from './settings.api.ts';

export function OutgoingEmailDialog({ email, onClose }: { email: OutgoingEmail; onClose: () => void }) {
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
