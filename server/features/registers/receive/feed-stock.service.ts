import type { InTransaction } from '../../../kernel/context.ts';
import { productCode } from '../figures/product-code.pure.ts';
import { takeFedStock } from '../stock/change-stock.service.ts';
import type { FeedBody } from './feed.schema.ts';
import type { Route } from './route-file.pure.ts';

export interface StockOutcome {
  location: string;
  code: string;
  outcome: 'accepted' | 'duplicate' | 'refused';
  reason: string | null;
}

export interface RoutedStock {
  item: FeedBody['stock'][number];
  route: Route;
}

/** Each product is accepted or not by itself. Call it with the locations locked. */
export async function receiveStock(
  ctx: InTransaction,
  routed: readonly RoutedStock[],
): Promise<StockOutcome[]> {
  const known = routed.flatMap(({ item, route }) =>
    'location_id' in route ? [{ item, location_id: route.location_id }] : [],
  );
  const taken = await takeFedStock(
    ctx,
    known.map(({ item, location_id }) => ({
      location_id,
      code: productCode({ code: item.code, format: null }, { lacks_check_digit: false }),
      on_hand: thousandths(item.on_hand),
      reorder_point: item.reorder_point === null ? null : thousandths(item.reorder_point),
      counted_at: item.counted_at,
    })),
  );
  const isTaken = new Map(known.map(({ item }, index) => [item, taken[index] === true]));
  return routed.map(({ item, route }) => {
    const head = { location: item.location, code: item.code };
    if ('waits' in route) return { ...head, outcome: 'refused', reason: route.waits };
    return isTaken.get(item)
      ? { ...head, outcome: 'accepted', reason: null }
      : { ...head, outcome: 'duplicate', reason: 'A later count was received before' };
  });
}

/** The schema allows three places. */
function thousandths(units: number): number {
  return Math.round(units * 1000);
}
