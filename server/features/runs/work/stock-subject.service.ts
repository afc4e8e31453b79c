import { type Authorized, requirePermission } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { readLocationFacts } from '../../locations/locations.facts.service.ts';
import {
  createStock,
  deleteStock,
  lockStockRow,
  updateStock,
} from '../../registers/stock/change-stock.service.ts';
import { readProductNames, readStockFacts, todayAt } from '../../registers/stock/stock.service.ts';
import { decideStock, type StockAct, type StockRules, stockMissing } from '../decide/decide-stock.rules.ts';
import type { StockRequest } from '../line-request.pure.ts';
import { readStockLines } from './read-lines.service.ts';
import type { Subject } from './subject.pure.ts';

export const stockSubject: Subject<StockRequest, StockAct> = {
  noun: 'stock item',
  missing: stockMissing,
  ask: readStockLines,

  async load(ctx, lines) {
    const states = await readStockFacts(
      ctx,
      lines.flatMap((line) => line.subject_id ?? []),
    );
    const rules = await loadRules(ctx, [...lines.map(({ request }) => request.fields), ...states.values()]);
    return {
      states,
      decide: (request, id) => decideStock(request, (id && states.get(id)) || null, rules),
      admins: new Set(),
    };
  },

  lock: lockStockRow,

  keys({ fields: { location_id, code } }, id) {
    return [
      ...(id ? [{ key: `id:${id}`, what: 'is about the same product and location' }] : []),
      ...(location_id && code
        ? [{ key: `stock:${location_id} ${code}`, what: 'is about the same product and location' }]
        : []),
    ];
  },

  async apply(ctx, acts, state) {
    let row = state ?? { id: '', updated_at: '' };
    for (const act of acts) row = await applyAct(ctx, act, row);
    return row;
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

async function applyAct(ctx: InTransaction, act: StockAct, row: { id: string; updated_at: string }) {
  const as = requirePermission(ctx, 'registers.manage');
  switch (act.act) {
    case 'create':
      return createStock(as, act.input);
    case 'update':
      return updateStock(as, row.id, act.changes);
    case 'delete':
      await deleteStock(as, row.id);
      return row;
  }
}
