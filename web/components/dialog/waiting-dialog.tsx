import { messageOf } from '../../lib/network/request-failed.ts';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';

export interface WaitingDialogProps {
  title: string;
  /** 'Loading users...' */
  label: string;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** Stands for a dialog that was opened by its address before its row is here. */
export function WaitingDialog({ title, label, error, onRetry, onClose }: WaitingDialogProps) {
  return (
    <Dialog open title={title} onClose={onClose} footer={<CancelButton />}>
      {error ? (
        <ErrorState message={messageOf(error, 'Loading failed')} onRetry={onRetry} className="py-8" />
      ) : (
        <Loading label={label} className="py-10" />
      )}
    </Dialog>
  );
}
