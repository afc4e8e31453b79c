import { queryOptions } from '@tanstack/react-query';
import type { District, DistrictInput } from '../../../contract/districts.ts';
import * as contract from '../../../contract/districts.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { listLocations } from '../../../contract/locations.ts';
import { authState, loadProfile } from '../../lib/account/auth-store.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';
import { districtsKey, resetDistricts } from '../../parts/choose/district-choices.api.ts';
import { replaceUserLocations, userLocationsQuery } from '../users/users.api.ts';

export type OpenedDistrict = Answer<typeof contract.getDistrict>;

/** On the page of a district; the list of locations has the others. */
const locationsNamed = 100;

/** Its first open locations, by name. */
export function districtLocationsQuery(id: string) {
  const query = { district: id, status: 'open', sort: 'name', limit: String(locationsNamed) } as const;
  return queryOptions({
    queryKey: [...districtsKey, 'locations', id],
    queryFn: async ({ signal }) => (await call(listLocations, { query }, { signal })).locations,
    staleTime: 0,
  });
}

export async function createDistrict(id: string, input: DistrictInput, { client, signal }: SaveContext) {
  await call(contract.createDistrict, { body: { ...input, id } }, { signal });
  if (authState().profile?.has_districts === false) void loadProfile();
  await resetDistricts(client);
}

/** `seen` is the row that the form was filled with. */
export async function updateDistrict(
  seen: District,
  changes: Partial<DistrictInput>,
  { client, signal }: SaveContext,
) {
  const { id, updated_at } = seen;
  await call(contract.updateDistrict, { params: { id }, body: changes }, { ifMatch: updated_at, signal });
  await resetDistricts(client);
}

export async function deleteDistrict(id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteDistrict, { params: { id } }, { signal }));
  await resetDistricts(client);
}

/** Gives the district to a user, or takes it away. What else they have stays. */
export async function switchDistrict(
  userId: string,
  { id }: Pick<District, 'id'>,
  isGiven: boolean,
  context: SaveContext,
) {
  const { rows, districts = [], updated_at } = await context.client.fetchQuery(userLocationsQuery(userId));
  const others = districts.filter((one) => one.id !== id);
  await replaceUserLocations(
    userId,
    { rows, districts: isGiven ? [...others, { id }] : others, updated_at },
    context,
  );
}
