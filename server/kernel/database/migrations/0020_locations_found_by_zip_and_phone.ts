import type { Step } from './columns.ts';

/** The folded text of a location gets its state, ZIP code and phone, as `locationKey` of the contract makes it since. */
export async function up({ db }: Step) {
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name', 'address', 'city', 'state', 'zip', 'phone'])
    .execute();
  for (const { id, name, address, city, state, zip, phone } of rows) {
    const fields = [name, address, `${city} ${state} ${zip}`, phone ?? '', phone?.replace(/\D/g, '') ?? ''];
    const search = fields.map(fold).join('\u0001');
    await db.updateTable('locations').set({ search }).where('id', '=', id).execute();
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
