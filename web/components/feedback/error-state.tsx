import { Button } from '../button/button.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';

export interface ErrorStateProps {
  /** 'Failed to fetch users: The server cannot be reached' */
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
}

/** Shown in place of something that failed to load. */
export function ErrorState({ message, onRetry, retrying, className = 'px-6 py-14' }: ErrorStateProps) {
  return (
    <div role="alert" className={`flex flex-col items-center gap-3 text-center ${className}`}>
      <IconAlertTriangle size={28} className="text-bad" aria-hidden="true" />
      <p className="max-w-md">{message}</p>
      {onRetry && (
        <Button variant="link" onClick={onRetry} loading={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
