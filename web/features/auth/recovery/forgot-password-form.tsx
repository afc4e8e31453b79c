import { Button } from '../../../components/button/button.tsx';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { sendResetLink } from '../auth.api.ts';
import { EmailForm } from '../parts/email-form.tsx';
import { FormHeading } from '../parts/form-parts.tsx';

export function ForgotPasswordForm({ email, onBack }: { email: string; onBack: () => void }) {
  const { sends_email } = useAppConfig();
  useNamedPage('Forgot password?');
  return (
    <>
      <FormHeading title="Forgot password?">
        {sends_email
          ? "Enter your email and we'll send you a link to set a new password."
          : 'Enter your email to ask for a link to set a new password.'}
      </FormHeading>
      <ResetLinkForm email={email} />
      <p className="mt-6">
        <Button variant="link" onClick={onBack}>
          Back to sign in
        </Button>
      </p>
    </>
  );
}

export function ResetLinkForm({ email }: { email?: string }) {
  const { sends_email } = useAppConfig();
  return (
    <EmailForm
      email={email}
      submitLabel={sends_email ? 'Send reset link' : 'Ask for a reset link'}
      sentMessage={
        sends_email
          ? 'If this email has an account, a reset link is on its way.'
          : 'If this email has an account, a reset link is kept on the server, which sends no email. Ask your administrator for it.'
      }
      send={sendResetLink}
    />
  );
}
