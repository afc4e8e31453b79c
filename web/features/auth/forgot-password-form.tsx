import { Button } from '../../components/button/button.tsx';
import { sendResetLink } from './auth.api.ts';
import { EmailForm } from './email-form.tsx';
import { FormHeading } from './form-heading.tsx';

export interface ForgotPasswordFormProps {
  email: string;
  onBack: () => void;
}

export function ForgotPasswordForm({ email, onBack }: ForgotPasswordFormProps) {
  return (
    <>
      <FormHeading title="Forgot password?">
        Enter your email and we send you a link to set a new one.
      </FormHeading>
      <EmailForm
        email={email}
        submitLabel="Send reset link"
        sentMessage={resetSentMessage}
        send={sendResetLink}
      />
      <p className="mt-6 text-center">
        <Button variant="link" onClick={onBack}>
          Back to sign in
        </Button>
      </p>
    </>
  );
}

/** The same for every address. */
export const resetSentMessage = 'If this address has an account, a reset link is on its way.';
