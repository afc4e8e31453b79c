import type { EmailSection } from '../../../../contract/notifications/notifications.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import type { Block } from '../../../platform/email/blocks.ts';
import { silentSince } from '../connections/registers.service.ts';
import { momentInWords } from '../figures/days.pure.ts';
import { listReportingLocations } from '../notices/notices.repository.ts';

export interface DailySales {
  subject: string | null;
  blocks: readonly Block[];
  /** Fewer than half of the locations have closed their day. */
  isEarly: boolean;
}

interface Wanted {
  sections: readonly EmailSection[];
  /** Of the receiver. */
  zone: string;
  /** When the last email went. */
  since: string | null;
  isFollowUp: boolean;
}

/** What the receiver may see of their locations, now. Null when there is nothing to say. */
export async function readDailySales(ctx: Authorized, { sections }: Wanted): Promise<DailySales | null> {
  if (!ctx.actor.permissions.has('registers.read')) return null;
  const silent = sections.includes('silent') ? await silentBlock(ctx) : null;
  return silent && { subject: null, blocks: [silent], isEarly: false };
}

async function silentBlock(ctx: Authorized): Promise<Block | null> {
  const since = silentSince(ctx.app);
  const silent = (await listReportingLocations(reader(ctx), scopeOf(ctx))).filter(
    ({ last_at }) => last_at < since,
  );
  if (silent.length === 0) return null;
  const rows = silent.map(({ name, last_at, time_zone }) => [
    name,
    `since ${momentInWords(last_at, time_zone)}`,
  ]);
  return { title: 'Silent registers', table: { head: ['', ''], rows } };
}
