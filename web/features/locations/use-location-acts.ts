import type { Act } from '../../../contract/access/acts.ts';
import type { Location } from '../../../contract/locations.ts';
import { useAccess } from '../../lib/account/access.ts';

export type LocationAct = 'edit' | 'assign' | 'close' | 'delete';

const actOf: Record<LocationAct, Act> = {
  edit: 'editLocation',
  assign: 'assignLocations',
  close: 'closeLocation',
  delete: 'deleteLocation',
};
const locationActs = Object.keys(actOf) as LocationAct[];

/** What a location page offers. An act is missing when the actor's roles never allow it. The server decides again. */
export function useLocationActs() {
  const { mayAct } = useAccess();
  const allowed = locationActs.filter((act) => mayAct(actOf[act]));
  return {
    /** To some locations, perhaps. */
    allowed,
    /** A reason when this location does not allow the act. A closed one cannot be closed. */
    may({
      closed_on,
    }: Pick<Location, 'closed_on'>): ReadonlyMap<LocationAct, { whyNot: string | undefined }> {
      const whyNot = (act: LocationAct) =>
        act === 'assign' && closed_on ? 'Nobody new can be assigned to a closed location' : undefined;
      return new Map(
        allowed.filter((act) => act !== 'close' || !closed_on).map((act) => [act, { whyNot: whyNot(act) }]),
      );
    },
  };
}
