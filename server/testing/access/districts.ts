import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/districts.ts';
import type { Client } from '../requests/client.ts';
import { aLocation, type Choice, nothing, row } from '../requests/endpoint-row.ts';

const newDistrict = () => ({ body: { name: `District ${randomUUID()}` } });
const create = async (admin: Client) => (await admin.call(contract.createDistrict, newDistrict())).ok().id;

/** Until it is there: other rows of the table move the same location. */
async function move(admin: Client, id: string, district_id: string): Promise<void> {
  const moved = await admin.call(contract.moveLocation, { params: { id }, body: { district_id } });
  if (moved.status === 409) return move(admin, id, district_id);
  moved.ok();
}

/** Seen by those at its location. */
const aDistrict = async ({ at }: Choice) => ({
  params: {
    id: await at(async (admin, location_id) => {
      const district_id = await create(admin);
      await move(admin, location_id, district_id);
      return district_id;
    }),
  },
});

/** A location in a district. */
const aMoved = ({ at }: Choice) =>
  at(async (admin, id) => {
    await move(admin, id, await create(admin));
    return id;
  });

export const rows = [
  row(contract.listDistricts, nothing, '403 ok ok ok ok ok ok'),
  row(contract.getDistrict, aDistrict, '403 ok ok ok 404 ok ok'),
  // A district gives its locations to all who have it.
  row(contract.createDistrict, newDistrict, '403 403 403 403 403 403 ok'),
  row(
    contract.updateDistrict,
    async (choice) => ({ ...(await aDistrict(choice)), body: { number: '7' } }),
    '403 403 403 403 403 403 ok',
  ),
  row(
    contract.deleteDistrict,
    async ({ at }) => ({ params: { id: await at(create) } }),
    '403 403 403 403 403 403 ok',
  ),
  row(
    contract.previewDistrictMove,
    async (choice) => ({ ...(await aLocation(choice)), query: {} }),
    '403 403 403 403 403 403 ok',
  ),
  row(
    contract.moveLocation,
    async (choice) => ({ params: { id: await aMoved(choice) }, body: { district_id: null } }),
    '403 403 403 403 403 403 ok',
  ),
];
