import { useState } from 'react';
import type { Location } from '../../../contract/locations.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { formatCalendarDay } from '../../lib/format/format-date.ts';
import { CloseLocationDialog } from './close-location-dialog.tsx';
import { reopenLocation } from './locations.api.ts';

/** Whether the location is open, with the act that changes it. */
export function OpenState({ location }: { location: Location }) {
  const [isClosing, setClosing] = useState(false);
  const { hasPermission } = useAccess();
  const reopen = useSave({
    mutationFn: (_, context) => reopenLocation(location.id, context),
    onSuccess: () => showToast({ text: `${location.name} reopened` }),
  });
  const mayEdit = hasPermission('locations.update');
  if (location.closed_on)
    return (
      <Alert tone="info" className="mb-4 shrink-0">
        Closed since {formatCalendarDay(location.closed_on)}. Nobody new can be assigned to it.{' '}
        {mayEdit && (
          <Button variant="link" loading={reopen.isPending} onClick={() => reopen.mutate()}>
            Reopen
          </Button>
        )}
        {reopen.error && <p>{reopen.error.message}</p>}
      </Alert>
    );
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="secondary" className="mb-4 shrink-0 self-start" onClick={() => setClosing(true)}>
        Close location
      </Button>
      {isClosing && <CloseLocationDialog location={location} onClose={() => setClosing(false)} />}
    </>
  );
}
