import { reasons } from '../../../../contract/access/reasons.ts';
import { formatUnits } from '../../../../contract/fields/units.ts';
import { stockColumns } from '../../../../contract/files/import-columns.ts';
import { type RuleActor, when } from '../../../kernel/rules.ts';
import type { StockChanges, StockInput } from '../../registers/stock/change-stock.service.ts';
import type { StockFacts } from '../../registers/stock/stock.service.ts';
import type { StockRequest } from '../line-request.pure.ts';
import { changesOf, firstReasons, type Plan, rejected, unchanged, whyNotActs } from './plan.pure.ts';

export type StockAct =
  | { act: 'create'; input: StockInput }
  | { act: 'update'; changes: StockChanges }
  | { act: 'delete' };

type StockPlan = Plan<StockAct, StockRequest>;

export interface StockRules {
  actor: RuleActor;
  /** In scope. */
  location(id: string): { name: string; closed_on: string | null; today: string } | undefined;
  /** Undefined for one that no register of the location has named. */
  productName(key: { location_id: string; code: string }): string | null | undefined;
}

export const stockMissing = 'This product is not in stock at one of your locations.';
const inputs = ['counted', 'counted_at', 'reorder_point'] as const;
const labels = {
  counted: stockColumns.on_hand.label,
  counted_at: stockColumns.counted_at.label,
  reorder_point: stockColumns.reorder_point.label,
};

/** `stock` is null for a product that the location has none of yet. */
export function decideStock(request: StockRequest, stock: StockFacts | null, rules: StockRules): StockPlan {
  if (!stock) return request.takeBack ? rejected(stockMissing) : create(request, rules);
  if (!request.takeBack) return change(request, stock, rules);
  const refused = whyNotActs(['importStock'], rules.actor);
  if (refused.length > 0) return rejected(...refused);
  return {
    decision: { result: 'deleted', reason: null, changes: [] },
    acts: [{ act: 'delete' }],
    undo: null,
  };
}

function create({ fields }: StockRequest, rules: StockRules): StockPlan {
  const { location_id = '', code = '', counted, counted_at = null, reorder_point = null } = fields;
  const refused = firstReasons(
    whyNotActs(['importStock'], rules.actor),
    whyNotAt(location_id, fields, rules),
    missingForStock({ fields }),
  );
  if (refused.length > 0 || counted === undefined) return rejected(...refused);
  const input: StockInput = { location_id, code, counted, counted_at, reorder_point };
  const isUnknown = rules.productName({ location_id, code }) === undefined;
  return {
    decision: {
      result: 'created',
      reason: isUnknown ? 'No register of this location has named this product yet.' : null,
      changes: changesOf(labels, {}, inWords(input)),
    },
    acts: [{ act: 'create', input }],
    undo: { fields: {}, takeBack: true },
  };
}

/** Fields whose cells are faulty are not missing. */
export function missingForStock({ fields }: StockRequest, faulty: ReadonlySet<string> = new Set()): string[] {
  const text = `The stock of this product is not known yet, and a new line needs ${labels.counted}`;
  return when(fields.counted === undefined && !faulty.has('on_hand'), text);
}

function change({ fields }: StockRequest, stock: StockFacts, rules: StockRules): StockPlan {
  const changed = inputs.filter((field) => fields[field] !== undefined && fields[field] !== stock[field]);
  if (changed.length === 0) return unchanged();
  const refused = firstReasons(
    whyNotActs(['importStock'], rules.actor),
    whyNotAt(stock.location_id, fields, rules),
  );
  if (refused.length > 0) return rejected(...refused);
  const changes: StockChanges = Object.fromEntries(changed.map((field) => [field, fields[field]]));
  const before: StockChanges = Object.fromEntries(changed.map((field) => [field, stock[field]]));
  return {
    decision: {
      result: 'updated',
      reason: null,
      changes: changesOf(labels, inWords(before), inWords(changes)),
    },
    acts: [{ act: 'update', changes }],
    undo: { fields: before },
  };
}

/** Times of a location are local, so a day is too late when it has not begun there. */
function whyNotAt(location_id: string, { counted_at }: StockRequest['fields'], rules: StockRules): string[] {
  const location = rules.location(location_id);
  if (!location) return [reasons.locationMissing];
  return [
    ...when(location.closed_on !== null, `${location.name} is closed, so its stock is not kept.`),
    ...when(
      counted_at != null && counted_at.slice(0, 10) > location.today,
      `${labels.counted_at}: ${String(counted_at).slice(0, 10)} has not come yet.`,
    ),
  ];
}

/** Without those that do not change. */
function inWords({ counted, counted_at, reorder_point }: StockChanges) {
  return {
    ...(counted !== undefined && { counted: formatUnits(counted) }),
    ...(counted_at !== undefined && { counted_at: counted_at?.replace('T', ' ') ?? null }),
    ...(reorder_point !== undefined && {
      reorder_point: reorder_point === null ? null : formatUnits(reorder_point),
    }),
  };
}
