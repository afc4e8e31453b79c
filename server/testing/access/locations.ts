import * as contract from '../../../contract/locations.ts';
import { aLocation, everything, row } from '../requests/endpoint-row.ts';

const kiosk = { name: 'Kiosk', address: '2 Pier', city: 'Kingston', state: 'NY', zip: '12401' };

export const rows = [
  row(contract.listLocations, everything, '403 ok ok ok ok ok ok'),
  row(contract.countLocations, everything, '403 ok ok ok ok ok ok'),
  row(contract.listLocationValues, () => ({ query: { field: 'state' as const } }), '403 ok ok ok ok ok ok'),
  row(
    contract.listSamePlaces,
    () => ({ query: { address: '1 Main Street', zip: '12207' } }),
    '403 ok ok ok ok ok ok',
  ),
  row(
    contract.getLocationPosition,
    async (choice) => ({ ...(await aLocation(choice)), query: {} }),
    '403 ok ok ok 404 ok ok',
  ),
  row(contract.getLocation, aLocation, '403 ok ok ok 404 ok ok'),
  row(contract.createLocation, () => ({ body: kiosk }), '403 403 403 403 403 ok ok'),
  row(
    contract.updateLocation,
    async (choice) => ({ ...(await aLocation(choice)), body: { phone: '3' } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(
    contract.closeLocation,
    async (choice) => ({ ...(await aLocation(choice)), body: { closed_on: '2026-01-31' } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(contract.reopenLocation, aLocation, '403 403 403 ok 404 ok ok'),
  row(
    contract.deleteLocation,
    async ({ spareLocation }) => ({ params: { id: await spareLocation() } }),
    '403 403 403 403 403 ok ok',
  ),
];
