import type { Context } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { countLocationsOf } from '../connections/registers.repository.ts';
import type { PreparedFile } from './prepare.pure.ts';
import type { Sender } from './routes.service.ts';

/**
 * For each location of a key. A register that is installed anew sends 30 days of 2,000 files at once, which pack to some
 * kilobytes each. More than that again fills the disk.
 */
const filesAnHour = 60_000;
const filesADay = 120_000;
/** In kB, as it is stored. */
const storedAnHour = 480_000;
const storedADay = 960_000;

const hour = 3600;
const day = 24 * hour;

/** Counts what a key sends. @throws ApiError 429; what was stored before stays. */
export async function refuseTooMuch(
  ctx: Context,
  sender: Sender,
  batch: readonly PreparedFile[],
): Promise<void> {
  if (sender === null) return;
  const { register_id } = sender;
  const locations = Math.max(1, await countLocationsOf(ctx.app.database.read, register_id));
  const stored = batch.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  for (const [window_seconds, files, storedKb] of [
    [hour, filesAnHour, storedAnHour],
    [day, filesADay, storedADay],
  ] as const) {
    const attempts = [
      { key: `register-sent:${register_id} ${window_seconds}`, limit: files, count: batch.length },
      {
        key: `register-stored:${register_id} ${window_seconds}`,
        limit: storedKb,
        count: Math.ceil(stored / 1000),
      },
    ].map(({ limit, ...attempt }) => ({ ...attempt, limit: { limit: limit * locations, window_seconds } }));
    const refused = (await ctx.app.limits.consumeAttempts(attempts)).find(({ allowed }) => !allowed);
    if (!refused) continue;
    const { retry_after_seconds } = refused;
    const detail = `This key sent more than a register does. Try again in ${retry_after_seconds} seconds.`;
    throw new ApiError('rate_limited', detail, { retry_after_seconds });
  }
}
