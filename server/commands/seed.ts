import { type Amount, addDemoData, type Outcome } from '../features/demo-data/demo-data.service.ts';
import {
  countRealLocations,
  type Removal,
  removeDemoData,
} from '../features/demo-data/remove-demo-data.service.ts';
import type { App } from '../kernel/context.ts';
import { ConfigError } from '../platform/config-error.ts';
import { UsageError, type Values } from './arguments.ts';
import { askYesNo, count, createOption, databaseCommand, type Terminal } from './command-line.ts';

const usage = `Adds locations and users that look real to the configured database; the same seed adds the same ones once. The registers
of the first locations send files of two weeks, and what they sold before for --days. Where locations are that it did not make,
it asks first; --yes answers.
  npm run seed -- [--locations 1000] [--users 10000] [--registers 60] [--days 14] [--seed 1] [--create] [--yes] [--env-file path]
Removes all of it again, of any seed, but for what somebody has changed or uses since:
  npm run seed -- --remove [--env-file path]`;

const maximum = { locations: 100_000, users: 1_000_000, registers: 300, days: 500, seed: 4_294_967_295 };
const reportEvery = 2000;
const remainingShown = 20;

const options = {
  locations: { type: 'string', default: '1000' },
  users: { type: 'string', default: '10000' },
  registers: { type: 'string', default: '60' },
  days: { type: 'string', default: '14' },
  seed: { type: 'string', default: '1' },
  remove: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  ...createOption,
} as const;

export const seed = databaseCommand({
  usage,
  options,
  read: (given) => ({ amount: readAmount(given), remove: given.remove, isAgreed: given.yes }),
  async run(app, { amount, remove, isAgreed }, terminal) {
    if (remove) await removeAll(app, terminal);
    else {
      if (!isAgreed) await confirmBesideReal(app, terminal);
      await add(app, amount, terminal);
    }
  },
});

async function add(app: App, amount: Amount, { console }: Terminal) {
  console.info(
    `Demo data, seed ${amount.seed}: ${count(amount.locations)} locations and ${count(amount.users)} users …`,
  );
  const started = performance.now();
  const done = await addDemoData(app, amount, (what, done, of) => {
    if (done % reportEvery === 0 || done === of) console.info(`  ${what}: ${count(done)} of ${count(of)}`);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.info(
    `Locations: ${describe(done.locations)}, in ${count(done.districts)} ${done.districts === 1 ? 'district' : 'districts'}. Users: ${describe(done.users)}. Registers at ${count(done.registers)} ${done.registers === 1 ? 'location' : 'locations'}. ${seconds} s.`,
  );
  console.info(
    'The audit log names “Demo data” as who made them. To take them out again: npm run seed -- --remove',
  );
}

/** Invented stores would stand among the real ones in every list and sum. */
async function confirmBesideReal(app: App, terminal: Terminal) {
  const real = await countRealLocations(app);
  if (real === 0) return;
  const there = `There ${real === 1 ? 'is 1 location' : `are ${count(real)} locations`} that demo data did not make.`;
  if (!terminal.stdin.isTTY || !terminal.stdout.isTTY)
    throw new ConfigError(`${there} To mix invented ones with them, add --yes.`);
  if (!(await askYesNo(`${there} Mix invented ones with them?`, terminal)))
    throw new ConfigError('Nothing was changed.');
}

async function removeAll(app: App, { console }: Terminal) {
  const { locations, users, districts } = await removeDemoData(app);
  console.info(
    `Locations: ${describeRemoval(locations)}. Users: ${describeRemoval(users)}. Districts: ${describeRemoval(districts)}.`,
  );
}

function describeRemoval({ removed, remaining }: Removal): string {
  const shown = remaining.slice(0, remainingShown).join(', ');
  const more =
    remaining.length > remainingShown ? ` and ${count(remaining.length - remainingShown)} more` : '';
  const why = 'because somebody changed or uses them since';
  return remaining.length === 0
    ? `${count(removed)} removed`
    : `${count(removed)} removed, ${count(remaining.length)} stay ${why} (${shown}${more})`;
}

function readAmount(given: Values<typeof options>): Amount {
  const read = (name: keyof typeof maximum) => wholeNumber(name, given[name]);
  return {
    ...{ locations: read('locations'), users: read('users') },
    ...{ registers: read('registers'), days: read('days'), seed: read('seed') },
  };
}

function wholeNumber(name: keyof Amount, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= maximum[name]) return value;
  throw new UsageError(`--${name} must be a whole number from 0 to ${count(maximum[name])}, not '${text}'.`);
}

function describe({ added, known, taken, deleted }: Outcome): string {
  const parts = [`${count(added)} added`];
  if (known > 0) parts.push(`${count(known)} were there already`);
  if (taken > 0) parts.push(`${count(taken)} left out because somebody else has their email`);
  if (deleted > 0) parts.push(`${count(deleted)} were deleted here and stay deleted`);
  return parts.join(', ');
}
