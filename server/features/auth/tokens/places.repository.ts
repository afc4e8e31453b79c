import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { inParts, isOneOf } from '../../../platform/database/query.ts';

/** The ids of what narrows a token or a service account. */
export interface Places {
  location_ids: string[];
  district_ids: string[];
}

/** The first part of the names of its tables, and the column of its id. */
const owners = {
  token: ['api_token', 'token_id'],
  account: ['service_account', 'user_id'],
} as const;

type Owner = keyof typeof owners;
const ids = { locations: 'location_id', districts: 'district_id' } as const;

const tableOf = (of: Owner, what: keyof typeof ids) => sql.table(`${owners[of][0]}_${what}`);

export async function withPlaces<Row extends { id: string }>(
  db: Queryable,
  of: Owner,
  rows: readonly Row[],
): Promise<(Row & Places)[]> {
  const key = owners[of][1];
  const isOne = isOneOf(
    db,
    key,
    rows.map(({ id }) => id),
  );
  const read = async (what: keyof typeof ids) => {
    const query = sql<{
      owner: string;
      id: string;
    }>`select ${sql.ref(key)} as owner, ${sql.ref(ids[what])} as id
      from ${tableOf(of, what)} where ${isOne}`;
    return Map.groupBy((await query.execute(db)).rows, ({ owner }) => owner);
  };
  const [locations, districts] = [await read('locations'), await read('districts')];
  const idsIn = (known: typeof locations, owner: string) => known.get(owner)?.map(({ id }) => id) ?? [];
  return rows.map((row) => ({
    ...row,
    ...{ location_ids: idsIn(locations, row.id), district_ids: idsIn(districts, row.id) },
  }));
}

export async function insertPlaces(
  tx: Transaction,
  of: Owner,
  id: string,
  { location_ids, district_ids }: { [K in keyof Places]: readonly string[] },
): Promise<void> {
  const key = sql.ref(owners[of][1]);
  for (const [what, places] of [['locations', location_ids] as const, ['districts', district_ids] as const])
    for (const part of inParts([...new Set(places)].map((place) => ({ id, place })))) {
      const values = sql.join(part.map(({ id, place }) => sql`(${id}, ${place})`));
      await sql`insert into ${tableOf(of, what)} (${key}, ${sql.ref(ids[what])}) values ${values}`.execute(
        tx,
      );
    }
}
