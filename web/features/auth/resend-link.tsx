import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { resendConfirmation } from './auth.api.ts';

/** How another link is asked for, and what is answered: the same for every email. */
export function useResendTexts() {
  const { sends_email } = useAppConfig();
  return sends_email ? sent : kept;
}

const sent = {
  label: 'Send the link again',
  message: 'If this email still waits to be confirmed, a new link is on its way.',
};
const kept = {
  label: 'Ask for a new link',
  message:
    'If this email still waits to be confirmed, a new link is kept on the server, which sends no email. Ask your administrator for it.',
};

/** Offered where somebody fails for want of a verified address. */
export function ResendLink({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { label, message } = useResendTexts();

  async function send() {
    setSending(true);
    const failure = await resendConfirmation(email);
    setSending(false);
    setAnswer(failure?.message ?? message);
  }

  if (answer) return <p role="status">{answer}</p>;
  return (
    <p>
      <Button
        variant="link"
        className="underline"
        loading={isSending}
        loadingLabel="Sending..."
        onClick={() => void send()}
      >
        {label}
      </Button>
    </p>
  );
}
