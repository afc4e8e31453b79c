import type { Figures } from '../../../../contract/registers.ts';
import { type Authorized, systemContext } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { type App, type Context, type InTransaction, reader } from '../../../kernel/context.ts';
import { yieldToReaders, yieldToRequests } from '../../../platform/background/background.ts';
import { findLocation } from './choices.repository.ts';
import { computeOneDay, type DayChange, noteMonth } from './compute-day.service.ts';
import { boundsAt } from './days.pure.ts';
import { UncountableDay } from './figures.pure.ts';
import { noticeCorrections } from './notices.service.ts';
import { finishItems, finishProducts } from './products.service.ts';
import { deleteDay, findDay, lockLocations } from './records.repository.ts';
import * as repository from './tasks.repository.ts';

const tasksAtOnce = 50;
/** Of one transaction, for which those who change something wait. */
const daysMs = 50;
/** Of one location. Corrections that come faster are joined in the entry that follows. */
const auditEntries = { limit: 60, window_seconds: 3600 };

/**
 * What files, choices and keys left to do, at these locations or at all. A task that fails twice is marked with its
 * reason and left out; the others go on. Another process may do the same: each task is done once. The audit entries are
 * of the actor, everything else is the server's own work.
 */
export async function workOnTasks(
  ctx: Context,
  location_ids: readonly string[] | null,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const bounds = boundsAt(ctx.app.now());
  const own = registerContext(ctx.app, 'Register files');
  const locations = location_ids ?? (await repository.listLocationsWithTasks(reader(ctx), bounds));
  for (const location_id of new Set(locations)) {
    let before = '';
    for (;;) {
      const tasks = await repository.listTasks(reader(ctx), location_id, bounds, tasksAtOnce);
      // What is left after two tries waits for the background.
      const listed = JSON.stringify(tasks.map(({ kind, about }) => [kind, about]));
      if (tasks.length === 0 || isStopping()) break;
      await workOnSome(own, location_id, tasks, isStopping);
      if (listed === before) break;
      before = listed;
    }
    await yieldToRequests();
    await recordChanges(ctx, location_id);
  }
}

const beginForMs = 3000;

/** As many as there is time for while somebody waits; the background begins with the others at once. */
export async function beginTasks(ctx: Context, location_ids: readonly string[]): Promise<void> {
  const until = Date.now() + beginForMs;
  const isLate = () => Date.now() > until;
  await workOnTasks(ctx, location_ids, isLate);
  if (isLate()) ctx.app.registerFiles.wake();
}

/** Of a program that sends files, or of what we do with them. */
export function registerContext(app: App, name: string): Authorized {
  return systemContext(app, name, { id: 'register', ip: '', user_agent: '', via: 'register' });
}

async function workOnSome(
  ctx: Context,
  location_id: string,
  tasks: readonly repository.Task[],
  isStopping: () => boolean,
): Promise<void> {
  const work = {
    what: 'tasks of registers',
    idOf: ({ kind, about }: repository.Task) => `${location_id} ${kind} ${about}`,
    giveUp: (task: repository.Task) =>
      giveUp(ctx, location_id, task, 'It could not be computed. The log of the server says why.'),
  };
  const { day = [], other = [] } = Object.groupBy(tasks, ({ kind }) => (kind === 'day' ? kind : 'other'));
  await yieldToRequests();
  await ctx.app.faults.together(day, { ...work, run: (days) => computeDays(ctx, location_id, days) });
  await ctx.app.faults.each(other, {
    ...work,
    async run(task) {
      if (isStopping()) return;
      await yieldToRequests();
      return task.kind === 'items'
        ? finishItems(ctx, location_id, task)
        : finishProducts(ctx, location_id, task);
    },
  });
}

/**
 * As many as there is time for, and at least one; the others are listed again. Days of a location stand side by side, so
 * that together they write less.
 */
function computeDays(ctx: Context, location_id: string, days: readonly repository.Task[]): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    await lockLocations(ctx.tx, [location_id]);
    const startedAt = performance.now();
    for (const task of days) {
      // Another process may have been faster.
      if (await repository.findTask(ctx.tx, location_id, task))
        await computeOneDay(ctx, location_id, task.about).catch((error) => {
          // No fault of ours: its sentence says what is wrong, and nothing is written yet.
          if (!(error instanceof UncountableDay)) throw error;
          return giveUp(ctx, location_id, task, error.message);
        });
      await yieldToReaders();
      if (performance.now() - startedAt > daysMs) return;
    }
  });
}

/** A day that cannot be computed is left out: its former figures are not true any more. */
function giveUp(ctx: Context, location_id: string, task: repository.Task, problem: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    recordFigures(ctx, location_id);
    await lockLocations(tx, [location_id]);
    await repository.markTask(tx, location_id, task, problem);
    if (task.kind !== 'day') return;
    const day = await findDay(tx, location_id, task.about);
    if (day) noteMonth(ctx, location_id, day.trading_date);
    await deleteDay(tx, location_id, task.about);
  });
}

/** One entry for all days of a location. What a limit holds back is recorded later, by the background. */
async function recordChanges(ctx: Context, location_id: string): Promise<void> {
  if ((await repository.listAuditTasks(reader(ctx), location_id)).length === 0) return;
  const { allowed } = await ctx.app.limits.consumeAttempt(`register-audit:${location_id}`, auditEntries);
  if (!allowed) return;
  await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    await lockLocations(tx, [location_id]);
    const tasks = await repository.listAuditTasks(tx, location_id);
    const changes = tasks.flatMap((task) => {
      const change = repository.contentOf<DayChange>(task);
      return change ? [{ about: task.about, ...change }] : [];
    });
    const days = tasks.map(({ about }) => about);
    await repository.endTasks(tx, location_id, 'audit', days);
    const { name = '' } = (await findLocation(tx, location_id)) ?? {};
    recordEntry(ctx, { id: location_id, name }, changes);
    await noticeCorrections(ctx, location_id, changes);
  });
}

function recordEntry(
  ctx: InTransaction,
  location: { id: string; name: string },
  changes: readonly (DayChange & { about: string })[],
): void {
  const [first, ...others] = changes;
  if (!first) return;
  const isOne = others.length === 0;
  const worded = (part: 'before' | 'after') =>
    Object.fromEntries(
      changes.flatMap((change) =>
        Object.entries(change[part]).map(([name, value]) => [
          isOne ? name : `${name} on ${change.about}`,
          inWords(name as keyof Figures, value),
        ]),
      ),
    );
  audit(ctx, {
    action: 'register.day_changed',
    subject: { type: 'location', id: location.id, name: location.name },
    details: {
      ...(isOne ? { business_date: first.about } : { days: changes.length }),
      before: worded('before'),
      after: worded('after'),
    },
    location_ids: [location.id],
  });
}

// Made once: an import changes thousands of figures.
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const gallons = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3 });
const whole = new Intl.NumberFormat('en-US');

function inWords(name: keyof Figures, value: number | null): string {
  if (value === null) return '—';
  if (name === 'sales' || name === 'refunds') return whole.format(value);
  return name === 'fuel_volume' ? `${gallons.format(value / 1000)} gal` : dollars.format(value / 100);
}
