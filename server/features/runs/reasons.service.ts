import type { LineReason } from '../../../contract/runs.ts';
import type { Authorized } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { reasonsOf } from './present.service.ts';
import { countReasons } from './run-lines.repository.ts';
import { findRun } from './runs.service.ts';

const combinationsMax = 1000;
const reasonsMax = 50;

type CountedReason = LineReason & { lines: number; line: number };

/** Each reason once, with the number of its lines and the first of them. @throws ApiError 404 as `getRun`. */
export async function listRunReasons(
  ctx: Authorized<'signed_in'>,
  id: string,
): Promise<{ reasons: CountedReason[]; is_more: boolean }> {
  await findRun(ctx, id);
  const rows = await countReasons(reader(ctx), id, combinationsMax);
  const counted = new Map<string, CountedReason>();
  for (const row of rows) {
    for (const reason of reasonsOf(row)) {
      const { lines = 0, line = row.line } = counted.get(reason.text) ?? {};
      counted.set(reason.text, { ...reason, lines: lines + row.lines, line: Math.min(line, row.line) });
    }
  }
  const reasons = [...counted.values()].sort((a, b) => b.lines - a.lines || a.line - b.line);
  return {
    reasons: reasons.slice(0, reasonsMax),
    is_more: reasons.length > reasonsMax || rows.length === combinationsMax,
  };
}
