import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useAction } from '../../../lib/form/use-action.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { resendConfirmation } from '../auth.api.ts';

export function useResendTexts() {
  const { sends_email } = useAppConfig();
  return sends_email ? sent : storedOnServer;
}

const sent = {
  label: 'Send the link again',
  message: 'If this email still waits to be confirmed, a new link is on its way.',
};
const storedOnServer = {
  label: 'Ask for a new link',
  message:
    'If this email still waits to be confirmed, a new link is kept on the server, which sends no email. Ask your administrator for it.',
};

export function ResendLink({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const { label, message } = useResendTexts();
  const send = useAction(async () => {
    await resendConfirmation(email);
    setSent(true);
  });

  if (isSent || send.error) return <p role="status">{send.error?.message ?? message}</p>;
  return (
    <p>
      <Button
        variant="link"
        className="underline"
        loading={send.isPending}
        loadingLabel="Sending..."
        onClick={() => void send.run()}
      >
        {label}
      </Button>
    </p>
  );
}
