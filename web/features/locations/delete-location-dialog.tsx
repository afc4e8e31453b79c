import { useQuery } from '@tanstack/react-query';
import type { Location } from '../../../contract/locations.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { deleteLocation, locationQuery, locationRowQuery } from './locations.api.ts';

export interface DeleteLocationDialogProps {
  id: string;
  onClose: () => void;
  /** Replaces `onClose` on the page of the location, which must be left after the deletion. */
  onDeleted?: () => void;
}

export function DeleteLocationDialog({ id, onClose, onDeleted = onClose }: DeleteLocationDialogProps) {
  const query = useQuery(locationRowQuery(id));
  return (
    <QueryDialog query={query} title="Delete Location" loading="Loading locations..." onClose={onClose}>
      {(location) => <Question location={location} onClose={onClose} onDeleted={onDeleted} />}
    </QueryDialog>
  );
}

interface QuestionProps {
  location: Location;
  onClose: () => void;
  onDeleted: () => void;
}

/** The question is shown at once; the number of users follows when it is loaded. */
function Question({ location, onClose, onDeleted }: QuestionProps) {
  const { data: counted, error } = useQuery(locationQuery(location.id));
  const remove = useSave({
    mutationFn: (_, context) => deleteLocation(location.id, context),
    onSuccess: () => {
      onDeleted();
      showToast({ text: `${location.name} deleted` });
    },
  });
  return (
    <ConfirmDialog
      title="Delete Location"
      save={{ isPending: remove.isPending, error: remove.error ?? error }}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{location.name}"? This action cannot be undone.</p>
      {counted !== undefined && counted.assigned_count > 0 && (
        <p className="mt-2 font-medium text-ink">{describeUsers(counted.assigned_count)}</p>
      )}
    </ConfirmDialog>
  );
}

function describeUsers(count: number) {
  const users = count === 1 ? '1 user is' : `${formatNumber(count)} users are`;
  return `${users} assigned to it.`;
}
