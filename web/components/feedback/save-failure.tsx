import { formatDate } from '../../lib/format/format-date.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { Button } from '../button/button.tsx';

export interface SaveFailureProps {
  error: Error;
  /** Fills the form with the stored row; offered when somebody else changed it. */
  onReload?: (() => void) | undefined;
  reloading?: boolean | undefined;
}

export function SaveFailure({ error, onReload, reloading }: SaveFailureProps) {
  const message = messageOf(error, 'Saving failed');
  if (!(error instanceof RequestFailed) || error.code !== 'stale') return message;
  return (
    <>
      <p>{message}</p>
      {error.changed && <p className="mt-1">It was changed on {formatDate(error.changed.at)}.</p>}
      {onReload && (
        <Button
          variant="link"
          className="mt-1 text-current! underline"
          onClick={onReload}
          loading={reloading}
        >
          Load the new values
        </Button>
      )}
    </>
  );
}
