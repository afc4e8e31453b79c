import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { previewDistrictMove } from '../../../contract/districts.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import type { Location } from '../../../contract/locations.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { formatMomentIn } from '../../lib/format/time-zone.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { ChooseDistrict, type DistrictChoice } from '../../parts/choose/district-choices.tsx';
import { districtMoveQuery, locationRowQuery } from './locations.api.ts';
import { moveWithUndo } from './open-and-close.api.ts';

/** Says who gains and who loses the location before it is saved. */
export function MoveLocationDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const { id, name } = location;
  const [seen, setSeen] = useState(location);
  const [chosen, setChosen] = useState<DistrictChoice | null>(null);
  const districts = useQuery(districtsQuery);
  const from = districts.data?.find((district) => district.id === seen.district_id) ?? null;
  const preview = useQuery({ ...districtMoveQuery(id, chosen?.id || null), enabled: chosen !== null });
  const save = useSave({
    mutationFn: (to: DistrictChoice, context) =>
      moveWithUndo(seen, { from, to: to.id === '' ? null : to }, context),
    onSuccess: onClose,
  });
  const reload = useReload(locationRowQuery(id), (stored) => {
    setSeen(stored);
    void preview.refetch();
  });
  return (
    <SaveDialog
      title={seen.district_id === null ? 'Move to a District' : 'Move to Another District'}
      submitLabel="Move"
      busyLabel="Moving..."
      isTall={chosen === null}
      isChanged={chosen !== null}
      isDisabled={chosen === null || chosen.id === (seen.district_id ?? '') || !preview.data}
      save={save}
      reload={reload}
      onSubmit={() => {
        if (chosen) save.mutate(chosen);
      }}
      onClose={onClose}
    >
      <ClippedText className="-mt-2 mb-3 text-ink-soft">
        {from ? `${name}, now in ${from.name}` : name}
      </ClippedText>
      {districts.data?.length === 0 ? (
        <p>
          There are no districts yet.{' '}
          <Link to="/districts" search={{ dialog: 'add' }} className="text-petrol underline">
            Add a district
          </Link>
        </p>
      ) : (
        <ChooseDistrict
          label="District"
          chosen={chosen ?? undefined}
          except={seen.district_id ?? undefined}
          isNoneOffered={seen.district_id !== null}
          onChange={setChosen}
        />
      )}
      {chosen && (
        <div role="status" className="mt-4 min-h-24">
          <QueryView query={preview} loading="Looking who gains and who loses it..." className="py-4">
            {({ gain, lose }) =>
              gain.total + lose.total === 0 ? (
                <p>Nobody gains or loses it.</p>
              ) : (
                <>
                  <Affected at={location} users={gain} what={['gains it', 'gain it']} />
                  <Affected at={location} users={lose} what={['loses it', 'lose it']} />
                </>
              )
            }
          </QueryView>
        </div>
      )}
    </SaveDialog>
  );
}

interface AffectedProps {
  at: Pick<Location, 'time_zone'>;
  users: Answer<typeof previewDistrictMove>['gain'];
  /** For one user, and for several. */
  what: readonly [one: string, several: string];
}

/** '3 users lose it: Ann Lee, Bo Hill (covers it until Sun, Nov 29, 11:59 PM), Cy Dale' */
function Affected({ at: { time_zone }, users: { users, total }, what: [one, several] }: AffectedProps) {
  if (total === 0) return null;
  const rest = total - users.length;
  const named = users.map(({ name, covers_until }) =>
    covers_until ? `${name} (covers it until ${formatMomentIn(time_zone, covers_until)})` : name,
  );
  return (
    <p className="mb-2 wrap-anywhere">
      <span className="font-medium">
        {countOf(total, 'user')} {total === 1 ? one : several}:
      </span>{' '}
      {named.join(', ')}
      {rest > 0 && ` and ${formatNumber(rest)} more`}
    </p>
  );
}
