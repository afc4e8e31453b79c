import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { ViewWatch } from '../../../contract/notifications/watches.ts';
import type { View } from '../../../contract/views.ts';
import { QueryDialog } from '../../components/dialog/query-dialog.tsx';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { Radios } from '../../components/form/radios.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { createView, unwatchView, watchesQuery, watchView } from './views.api.ts';

/** A built-in view has no id until it is watched: then it is saved, for its reader alone. */
export type Watchable = Pick<View, 'list' | 'name' | 'query'> & { id?: string };

interface WatchDialogProps {
  view: Watchable;
  onClose: () => void;
}

export function WatchDialog({ view, onClose }: WatchDialogProps) {
  const query = queryOptions({
    ...watchesQuery,
    select: (watches: ViewWatch[]) => watches.find(({ view_id }) => view_id === view.id) ?? null,
  });
  return (
    <QueryDialog query={query} title="Watch view" loading="Loading the watched views..." onClose={onClose}>
      {(watch) => <Choice view={view} watch={watch} onClose={onClose} />}
    </QueryDialog>
  );
}

const conditions = { enters: 'When something enters it', not_empty: 'When it is not empty' } as const;
const deliveries = { now: 'At once', daily: 'In the daily email' } as const;
const nothing = 'off';

function Choice({ view, watch, onClose }: WatchDialogProps & { watch: ViewWatch | null }) {
  const [condition, setCondition] = useState<ViewWatch['condition'] | typeof nothing>(
    watch?.condition ?? 'enters',
  );
  const [delivery, setDelivery] = useState<ViewWatch['delivery']>(watch?.delivery ?? 'now');
  const createId = useCreateId();
  const save = useSave({
    mutationFn: async (_, context) => {
      const { list, name, query } = view;
      const added = { list, name, query, is_shared: false };
      const view_id = view.id ?? (await createView(createId(added), added, context)).id;
      if (condition === nothing) await unwatchView(view_id, context);
      else await watchView({ view_id, condition, delivery }, context);
    },
    onSuccess: () => {
      onClose();
      showToast({
        text: condition === nothing ? `You no longer watch ${view.name}` : `You watch ${view.name}`,
      });
    },
  });
  const shown = { ...conditions, ...(watch && { [nothing]: 'Do not watch it' }) };
  return (
    <SaveDialog
      title={`Watch ${view.name}`}
      submitLabel="Save"
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {watch?.is_broken && (
        <p role="alert" className="mb-3 text-small text-bad">
          Something went wrong while this view was watched, so nothing was told since. Save to try again, or
          ask your administrator.
        </p>
      )}
      <Radios legend="Tell me" name="condition" values={shown} value={condition} onChange={setCondition} />
      {condition !== nothing && (
        <Radios
          legend="Send the email"
          name="delivery"
          values={deliveries}
          value={delivery}
          className="mt-3"
          onChange={setDelivery}
        />
      )}
      <p className="mt-3 text-small text-ink-soft">
        The bell always tells it too. What you do yourself is left out.
      </p>
    </SaveDialog>
  );
}
