import { messageOf } from '../../lib/network/request-failed.ts';
import { Alert } from './alert.tsx';

export interface SaveOutcomeProps {
  save: { isSuccess: boolean; error: Error | null };
  done?: string | false;
  /** 'Failed to update profile', for an error without a message. */
  failed: string;
  className?: string;
}

export function SaveOutcome({ save, done, failed, className }: SaveOutcomeProps) {
  if (save.error) {
    return (
      <Alert tone="error" className={className}>
        {messageOf(save.error, failed)}
      </Alert>
    );
  }
  if (!save.isSuccess || !done) return null;
  return (
    <Alert tone="success" className={className}>
      {done}
    </Alert>
  );
}
