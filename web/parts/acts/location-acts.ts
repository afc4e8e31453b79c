import type { Location } from '../../../contract/locations.ts';
import {
  IconArrowsRightLeft,
  IconBuildingStore,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import type { ActLook, Allowed } from './act-look.ts';

/** In the order of menus. */
export const locationActs = {
  edit: { act: 'editLocation', label: 'Edit Location', Icon: IconPencil, dialog: 'edit' },
  assign: { act: 'assignLocations', label: 'Assign Users', Icon: IconPlus, dialog: 'assign' },
  move: { act: 'manageDistricts', label: 'Move to a District', Icon: IconArrowsRightLeft, dialog: 'move' },
  close: { act: 'closeLocation', label: 'Close Location', Icon: IconLock, dialog: 'close' },
  delete: { act: 'deleteLocation', label: 'Delete Location', Icon: IconTrash, dialog: 'delete' },
} as const satisfies Record<string, ActLook>;

export const addLocationAct = {
  act: 'addLocation',
  label: 'Add Location',
  Icon: IconPlus,
  dialog: 'add',
} as const;

/** Where a closed location is shown, and for many. */
export const reopenAct = { act: 'reopenLocation', label: 'Reopen', Icon: IconBuildingStore } as const;

export type LocationAct = keyof typeof locationActs;

/** Those that the menu of a page has, besides its buttons. */
export function menuActsOf(acts: Allowed<LocationAct>): Allowed<LocationAct> {
  return new Map([...acts].filter(([name]) => ['move', 'close', 'delete'].includes(name)));
}

const names = Object.keys(locationActs) as LocationAct[];

/** What the screens offer for a location. The server decides again. */
export function useLocationActs() {
  const { mayAct } = useAccess();
  const allowed = names.filter((name) => mayAct(locationActs[name].act));
  return {
    /** To some locations, perhaps. */
    allowed,
    /** A closed location cannot be closed, and nobody new is assigned to it. */
    may({ closed_on }: Pick<Location, 'closed_on'>): Allowed<LocationAct> {
      const whyNot = (name: LocationAct) =>
        name === 'assign' && closed_on ? 'Nobody new can be assigned to a closed location' : undefined;
      return new Map(
        allowed
          .filter((name) => name !== 'close' || !closed_on)
          .map((name) => [name, { whyNot: whyNot(name) }]),
      );
    },
  };
}
