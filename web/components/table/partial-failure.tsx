import { Button } from '../button/button.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';

export interface PartialFailureProps {
  error: Error;
  /** All rows are loaded, and refreshing them failed. */
  isComplete: boolean;
  onRetry: () => void;
}

export function PartialFailure({ error, isComplete, onRetry }: PartialFailureProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2.5 border-t border-line bg-bad-soft py-1.5 pr-3 pl-5 text-small text-bad max-lg:sticky max-lg:-bottom-6 max-md:pl-4 print:hidden"
    >
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {isComplete ? 'The list may be out of date.' : 'The list is not complete.'} {error.message}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
