import type { Figures } from '../../../../contract/registers.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { type Notice, notify } from '../../../kernel/notifications/notify.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { findOpenLocation, listMarkedClosed } from './choices.repository.ts';
import { dayInWords, localTime } from './days.pure.ts';
import type { Day } from './figures.pure.ts';

/** In the night of its close, reports that come one after the other correct nothing. */
const settledAt = '07:00';
/** More of a location in one go are no corrections: somebody decided about a department or a connection. */
const daysAtOnce = 10;
const basics = ['fuel', 'fuel_volume', 'merchandise', 'excluded', 'tax'] as const;

interface Change {
  about: string;
  before: Partial<Figures>;
  after: Partial<Figures>;
}

/** Of days that were closed: only what was known and is another now. */
export async function noticeCorrections(
  ctx: InTransaction,
  location_id: string,
  changes: readonly Change[],
): Promise<void> {
  const location = await findOpenLocation(ctx.tx, location_id);
  if (!location) return;
  const { time_zone, ...named } = location;
  const now = localTime(ctx.app.now(), time_zone);
  const marked = await listMarkedClosed(
    ctx.tx,
    location_id,
    changes.map(({ about }) => about),
  );
  const isNews = ({ about, before, after }: Change) =>
    !marked.has(about) &&
    now >= `${daysBefore(about, -1)}T${settledAt}` &&
    basics.some((name) => (before[name] ?? null) !== null && before[name] !== after[name]);
  const news = changes.filter(isNews);
  const notice = { kind: 'day_corrected', receivers: { to: 'locations', ids: [location_id] } } as const;
  const subject = { type: 'location', ...named } as const;
  if (news.length > daysAtOnce) return;
  for (const { about, before, after } of news) {
    const changeOf = (name: 'fuel' | 'merchandise') => {
      const known = before[name] ?? null;
      return known === null ? 0 : (after[name] ?? 0) - known;
    };
    const cents = changeOf('fuel') + changeOf('merchandise');
    const amount = cents === 0 ? {} : { amount: changeInWords(cents) };
    notify(ctx, { ...notice, subject, details: { date: about, day: dayInWords(about), ...amount } });
  }
}

/** '−$312.40' of cents, '+$12.00' of more. */
function changeInWords(cents: number): string {
  return `${cents < 0 ? '−' : '+'}${dollarsOf(cents)}`;
}

function dollarsOf(cents: number): string {
  return (Math.abs(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Older days, such as those of the files that a new connection sends first, are no news. */
const newsDays = 14;

/** Of a closed day whose till was counted, and is off by more than the organization's limit. */
export async function noticeOverShort(ctx: InTransaction, location_id: string, day: Day): Promise<void> {
  const { now, config } = ctx.app;
  const part = day.parts.find(({ kind, code }) => kind === 'value' && code === 'over_short');
  const cents = part?.amount ?? 0;
  const { business_date: date, trading_date } = day;
  if (!day.is_closed || Math.abs(cents) <= config.over_short_dollars * 100) return;
  if (trading_date < daysBefore(now().toISOString().slice(0, 10), newsDays)) return;
  const location = await findOpenLocation(ctx.tx, location_id);
  if (!location || (await listMarkedClosed(ctx.tx, location_id, [date])).size > 0) return;
  const dollars = dollarsOf(cents);
  const side = cents > 0 ? 'over' : 'short';
  const amount = part?.basis === 'decided' ? `${dollars} ${side}` : `off by ${dollars}`;
  const details = { date, day: dayInWords(trading_date), amount };
  notify(ctx, { ...once(location, 'over_short', `${date} ${Math.abs(cents)}`), details });
}

type Kind = 'register_silent' | 'day_missing' | 'over_short';

/** About a location, and not again for the same act. */
export function once({ id, name }: { id: string; name: string }, kind: Kind, act: string): Notice {
  const receivers = { to: 'locations', ids: [id] } as const;
  return { kind, receivers, subject: { type: 'location', id, name }, act, isOneRow: true };
}
