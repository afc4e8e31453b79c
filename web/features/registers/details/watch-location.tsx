import { queryOptions, useQuery } from '@tanstack/react-query';
import { getLocationWatch, watchLocation } from '../../../../contract/notifications/watches.ts';
import { Button } from '../../../components/button/button.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';

const locationWatchQuery = (id: string) =>
  queryOptions({
    queryKey: ['location-watch', id],
    queryFn: ({ signal }) => call(getLocationWatch, { params: { id } }, { signal }),
  });

/** For who sees the location without being assigned there: all others are told anyway. */
export function WatchLocation({ id, name }: { id: string; name: string }) {
  const { data: watch } = useQuery(locationWatchQuery(id));
  const save = useSave({
    mutationFn: async (is_watched: boolean, { client, signal }) => {
      const saved = await call(watchLocation, { params: { id }, body: { is_watched } }, { signal });
      client.setQueryData(locationWatchQuery(id).queryKey, saved);
      return saved;
    },
    onSuccess: ({ is_watched }) =>
      showToast({ text: is_watched ? `You watch ${name}` : `You no longer watch ${name}` }),
  });
  if (!watch || watch.is_assigned) return null;
  return (
    <>
      <Button
        variant="link"
        data-tooltip="The bell tells when a register is silent, a day is missing or corrected, or a till is off."
        className="max-md:mr-2.5 max-md:min-h-11 max-md:min-w-11"
        loading={save.isPending}
        onClick={() => save.mutate(!watch.is_watched)}
      >
        {watch.is_watched ? 'Stop watching' : 'Watch'}
      </Button>
      <SaveOutcome save={save} failed="Failed to save whether you watch this location" />
    </>
  );
}
