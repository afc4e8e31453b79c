import { lostByLocations } from '../../../../contract/access/own-access.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import type { Chosen } from '../../../lib/list/chosen.ts';
import { LocationPicker, pickerHeight, useOpenLocations } from '../../../parts/choose/location-picker.tsx';
import { replaceUserLocations, userLocationsQuery } from '../users.api.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useAssignment } from './use-assignment.ts';

export function AssignLocationsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const assignment = useAssignment({
    query: userLocationsQuery(id),
    replace: (assigned, context) => replaceUserLocations(id, assigned, context),
    what: 'Locations',
    userId: id,
    onClose,
  });
  const { query, selected, toggle, add } = assignment;
  // Asked for together with the chosen ones.
  const choices = useOpenLocations();
  const isLoaded = query.data !== undefined && choices.data !== undefined;
  // On a phone the keyboard would cover the list.
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <AssignDialog assignment={assignment} isLoaded={isLoaded} {...useOwnLoss(id, selected)}>
      <QueryView
        query={query}
        loading="Loading locations..."
        failed="Failed to load locations"
        className={pickerHeight}
      >
        {({ rows }) => (
          <LocationPicker
            choices={choices}
            first={rows}
            selected={selected}
            onToggle={toggle}
            onAdd={add}
            userId={id}
            autoFocus={!isPhone}
          />
        )}
      </QueryView>
      <p role="status" className={classes('mt-3 font-medium', !isLoaded && 'invisible')}>
        {selected.size} location(s) selected
      </p>
    </AssignDialog>
  );
}

function useOwnLoss(id: string, selected: Chosen<unknown>) {
  const { profile } = useAuth();
  const { keepsOwnAccess } = useAccess();
  const own = profile && keepsOwnAccess(id) ? profile.locations : [];
  const refused = lostByLocations(own, selected.size);
  if (refused) return { lost: refused, isRefused: true };
  const left = own.filter((location) => !selected.has(location.id));
  const lost = left.length > 0 ? `access to ${left.map(({ name }) => name).join(', ')}` : null;
  return { lost, isRefused: false };
}
