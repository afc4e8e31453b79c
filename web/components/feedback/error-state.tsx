import { Button } from '../button/button.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';
import { SkeletonLines, useIsOutageShown } from './outage.tsx';

export interface ErrorStateProps {
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
}

/** While the server is away it says nothing: the connection bar does. */
export function ErrorState({ message, onRetry, retrying, className = 'px-6 py-14' }: ErrorStateProps) {
  if (useIsOutageShown()) return <SkeletonLines className={className} />;
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
