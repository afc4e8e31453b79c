import * as contract from '../../../contract/covers.ts';
import { createUser } from '../../../contract/users.ts';
import type { Client } from '../requests/client.ts';
import { type Choice, everything, row } from '../requests/endpoint-row.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
const inTwoDays = () => inDays(2);

const lend = async (admin: Client, location_id: string) => {
  const body = { email: `${crypto.randomUUID()}@new.example`, full_name: 'Lent User' };
  const { id: user_id } = (await admin.call(createUser, { body })).ok();
  const cover = { user_id, location_ids: [location_id], ends_at: inTwoDays() };
  const { covers } = (await admin.call(contract.createCovers, { body: cover })).ok();
  return covers[0]?.id ?? '';
};
const aCover = async ({ at }: Choice) => ({ params: { id: await at(lend) } });

export const rows = [
  row(contract.listCovers, everything, '403 ok ok ok ok ok ok'),
  row(
    contract.createCovers,
    async ({ user, spareLocation }) => ({
      body: { user_id: await user(), location_ids: [await spareLocation()], ends_at: inTwoDays() },
    }),
    '403 403 403 ok 404 ok ok',
  ),
  row(
    contract.changeCover,
    async (choice) => ({ ...(await aCover(choice)), body: { ends_at: inDays(3) } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(contract.endCover, aCover, '403 403 403 ok 404 ok ok'),
];
