import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { resendConfirmation } from './auth.api.ts';

/** Offered where somebody fails for want of a verified address. */
export function ResendLink({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function send() {
    setSending(true);
    const failure = await resendConfirmation(email);
    setSending(false);
    setAnswer(failure?.message ?? resentMessage);
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
        Send the link again
      </Button>
    </p>
  );
}

/** The same for every address. */
export const resentMessage = 'If this address still waits to be confirmed, a new link is on its way.';
