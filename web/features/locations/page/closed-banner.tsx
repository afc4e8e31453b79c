import { useMutation } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { reopenWithUndo } from '../open-and-close.api.ts';

export function ClosedBanner({ location, closedOn }: { location: Location; closedOn: string }) {
  const mayReopen = useAccess().mayAct('reopenLocation');
  const reopen = useMutation({
    mutationFn: (_: undefined, context) => reopenWithUndo(location, closedOn, context),
  });
  return (
    <section
      aria-label="Closed"
      className="mb-4 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-off bg-surface px-5 py-2.5 max-md:px-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p>Closed since {formatCalendarDay(closedOn)}. Nobody new can be assigned to it.</p>
        {reopen.error && (
          <p role="alert" className="text-small text-bad">
            {reopen.error.message}
          </p>
        )}
      </div>
      {mayReopen && (
        <Button variant="secondary" loading={reopen.isPending} onClick={() => reopen.mutate(undefined)}>
          Reopen
        </Button>
      )}
    </section>
  );
}
