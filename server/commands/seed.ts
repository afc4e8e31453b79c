import { type Amount, addDemoData, type Outcome } from '../features/demo-data/demo-data.service.ts';
import { UsageError, type Values } from './arguments.ts';
import { count, createOption, databaseCommand } from './command-line.ts';

const usage = `Adds locations and users that look real to the configured database; the same seed adds the same ones once. The registers
of the first locations send files of two weeks, and what they sold before for --days.
  npm run seed -- [--locations 1000] [--users 10000] [--registers 60] [--days 14] [--seed 1] [--create] [--env-file path]`;

const maximum = { locations: 100_000, users: 1_000_000, registers: 300, days: 500, seed: 4_294_967_295 };
const reportEvery = 2000;

const options = {
  locations: { type: 'string', default: '1000' },
  users: { type: 'string', default: '10000' },
  registers: { type: 'string', default: '60' },
  days: { type: 'string', default: '14' },
  seed: { type: 'string', default: '1' },
  ...createOption,
} as const;

export const seed = databaseCommand({
  usage,
  options,
  read: readAmount,
  async run(app, amount, { console }) {
    console.info(
      `Demo data, seed ${amount.seed}: ${count(amount.locations)} locations and ${count(amount.users)} users …`,
    );
    const started = performance.now();
    const done = await addDemoData(app, amount, (what, done, of) => {
      if (done % reportEvery === 0 || done === of) console.info(`  ${what}: ${count(done)} of ${count(of)}`);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.info(
      `Locations: ${describe(done.locations)}. Users: ${describe(done.users)}. Registers at ${count(done.registers)} ${done.registers === 1 ? 'location' : 'locations'}. ${seconds} s.`,
    );
  },
});

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
