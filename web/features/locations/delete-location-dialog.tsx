import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { WaitingDialog } from '../../components/dialog/waiting-dialog.tsx';
import { useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { deleteLocation, useKnownLocations, useLocation } from './locations.api.ts';

export interface DeleteLocationDialogProps {
  id: string;
  onClose: () => void;
}

/** The question stands at once; how many users it touches follows when the server has counted. */
export function DeleteLocationDialog({ id, onClose }: DeleteLocationDialogProps) {
  const known = useKnownLocations(false).byId.get(id);
  const { data, error, refetch } = useLocation(id);
  const remove = useSave({ mutationFn: (_, signal) => deleteLocation(id, signal), onSuccess: onClose });
  const location = data ?? known;

  if (!location) {
    return (
      <WaitingDialog
        title="Delete Location"
        label="Loading locations..."
        error={error}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title="Delete Location"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      error={(remove.error ?? error)?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{location.name}"? This action cannot be undone.</p>
      {data !== undefined && data.user_count > 0 && (
        <p className="mt-2 font-medium text-ink">{assigned(data.user_count)}</p>
      )}
    </ConfirmDialog>
  );
}

function assigned(count: number) {
  const users = count === 1 ? '1 user is' : `${formatNumber(count)} users are`;
  return `${users} assigned to it.`;
}
