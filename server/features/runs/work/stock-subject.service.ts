import { type Authorized, requirePermission } from '../../../kernel/access.ts';
import { readLocationFacts } from '../../locations/locations.facts.service.ts';
import {
  createStock,
  deleteStock,
  lockStockRow,
  updateStock,
} from '../../registers/stock/change-stock.service.ts';
import {
  findStockByKeys,
  readProductNames,
  readStockFacts,
  type StockFacts,
  todayAt,
} from '../../registers/stock/stock.service.ts';
import {
  decideStock,
  missingForStock,
  type StockAct,
  type StockRules,
  stockMissing,
} from '../decide/decide-stock.rules.ts';
import { readStockLine } from '../import/cells/stock-line.pure.ts';
import type { StockKeys, StockRequest } from '../line-request.pure.ts';
import type { Subject } from './subject.pure.ts';

export const stockSubject: Subject<StockRequest, StockKeys, StockFacts, StockAct> = {
  noun: 'product and location',
  missing: stockMissing,
  keyColumns: ['locations', 'code'],

  keysOf: ({ id, location_id, code }) => [
    ...(id ? [{ key: `id:${id}`, what: 'id' }] : []),
    ...(location_id && code ? [{ key: `stock:${location_id} ${code}`, what: 'location and code' }] : []),
  ],

  read: readStockLine,

  async match(ctx, keys) {
    const idOf = await findStockByKeys(ctx, keys);
    return keys.map((key) => ({ id: idOf(key) }));
  },

  // '49000000443 at Mill Road'
  nameOf: ({ code }, request) =>
    [code ?? request?.fields.code, request?.location_name].filter(Boolean).join(' at '),

  whyIncomplete: missingForStock,

  async load(ctx, lines) {
    const states = await readStockFacts(
      ctx,
      lines.flatMap((line) => line.subject_id ?? []),
    );
    const rules = await loadRules(ctx, [...lines.map(({ request }) => request.fields), ...states.values()]);
    return { states, decide: (request, stock) => decideStock(request, stock, rules) };
  },

  lock: lockStockRow,

  async apply(ctx, act, id) {
    const as = requirePermission(ctx, 'registers.manage');
    switch (act.act) {
      case 'create':
        return createStock(as, act.input);
      case 'update':
        return updateStock(as, id, act.changes);
      case 'delete':
        await deleteStock(as, id);
        return {};
    }
  },
};

async function loadRules(
  ctx: Authorized,
  rows: readonly { location_id?: string; code?: string }[],
): Promise<StockRules> {
  const keys = rows.flatMap(({ location_id, code }) =>
    location_id !== undefined && code !== undefined ? [{ location_id, code }] : [],
  );
  const locations = await readLocationFacts(ctx, [...new Set(keys.map((key) => key.location_id))]);
  const today = new Map([...locations].map(([id, { time_zone }]) => [id, todayAt(ctx, time_zone)]));
  return {
    actor: ctx.actor,
    location(id) {
      const found = locations.get(id);
      return found && { ...found, today: today.get(id) ?? '' };
    },
    productName: await readProductNames(ctx, keys),
  };
}
