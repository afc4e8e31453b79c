import { type RawBuilder, sql } from 'kysely';
import type { SalesRange } from '../../contract/sales-selection.ts';
import { isOneOf, whereAll } from '../platform/database/query.ts';
import type { Scope } from './access.ts';
import type { Queryable } from './database/database.ts';
import { inScope } from './scope.ts';

export type LocationFilter = Pick<SalesRange, 'location' | 'district' | 'us_state' | 'open'> & {
  scope: Scope;
};

/** Rows at the locations of the selection that the reader sees. */
export function atLocations(
  db: Queryable,
  column: string,
  { scope, location, district, us_state, open }: LocationFilter,
): RawBuilder<boolean>[] {
  const ofLocation = [
    ...(district ? [isOneOf(db, 'chosen.district_id', district)] : []),
    ...(us_state ? [isOneOf(db, 'chosen.state', us_state, 'text')] : []),
    ...(open ? [sql<boolean>`chosen.closed_on is ${sql.raw(open === 'open' ? 'null' : 'not null')}`] : []),
  ];
  const chosen = sql<boolean>`${sql.ref(column)} in (select chosen.id from locations as chosen ${whereAll(ofLocation)})`;
  return [
    ...inScope(scope, column),
    ...(location ? [isOneOf(db, column, location)] : []),
    ...(ofLocation.length > 0 ? [chosen] : []),
  ];
}
