import { type InTransaction, now } from '../../kernel/context.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { followDistricts } from '../../kernel/scope.ts';
import { invalid } from '../../platform/http/errors.ts';
import { districtReasons } from '../districts/districts.rules.ts';
import * as repository from './locations.repository.ts';

/** The name, of locked districts. @throws ApiError 400 for one that does not exist. */
export function requireDistrict(locked: ReadonlyMap<string, string>, id: string | null): string | null {
  if (id === null) return null;
  const name = locked.get(id);
  if (name === undefined) throw invalid({ path: 'district_id', message: districtReasons.unknownOne });
  return name;
}

/**
 * Gives the location to those who have its new district, and takes it from those who had it through the former one, after its
 * row was written and with both districts locked. Tells them, and returns their ids.
 */
export async function enterDistrict(
  ctx: InTransaction,
  id: string,
  district_id: string | null,
): Promise<{ gain: string[]; lose: string[]; gained: number; lost: number }> {
  const at = now(ctx);
  const { gain, lose } = await repository.listMoved(ctx.tx, { all: true }, { id, district_id, at });
  followDistricts(ctx.tx, { of: 'location_id', ids: [id], at });
  const tell = (users: readonly { id: string }[], change: { added: number; removed: number }) => {
    const ids = users.map((user) => user.id);
    notify(ctx, {
      ...{ kind: 'access_changed', receivers: { to: 'users', ids } },
      ...{ subject: { type: 'account', id: null, name: '' } },
      details: { what: 'locations', ...change },
    });
    return ids;
  };
  const active = (users: typeof gain) => users.filter((user) => user.is_active).length;
  return {
    gain: tell(gain, { added: 1, removed: 0 }),
    lose: tell(lose, { added: 0, removed: 1 }),
    // As the preview counts them.
    gained: active(gain),
    lost: active(lose),
  };
}
