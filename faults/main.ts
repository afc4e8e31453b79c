// Faults on purpose, with the real programs: npm run faults -- <name>
//
// Each needs PostgreSQL on this machine and the Debian package in brackets, and leaves nothing behind. It ends with exit
// code 1 when something did not hold. The last results are in docs/measurements.md.
//
//   model       Random decisions of the server and of the access model: -- model [--decisions 100000]
//     [--database sqlite|postgres] [--seed 1]
//   revocation  Cuts the access of a reader between the two reads of a request, and of API tokens on both databases:
//     -- revocation [--cuts 10000] [--seed 1]
//   streams     Cuts the access of readers whose streams are open on another server: -- streams [--cuts 1000]
//   registers   Figures of registers: the second model on random days, a month in random orders, kill -9: -- registers
//     [--days 10000] [--orders 20] [--files 3000] [--database sqlite|postgres]
//   inputs      Hostile files and feeds through each way in, at each limit and at ten times of it: -- inputs
//     [--database sqlite|postgres] [--only word]
//   kills       A server is killed at random moments while files arrive, and imports and bulk acts are applied: -- kills
//     [--kills 60] [--database sqlite|postgres]
//   planted     Errors in a copy of the server, one at a time, which the tests named beside each must notice: -- planted
//     [--only 3]. It needs no PostgreSQL. The list is server/testing/planted-errors.ts.
//   plans       The plans of all reads at 100,000 users, and the processor time of the slowest statements: -- plans
//     [--database sqlite|postgres]
//   whole       All tests of the server on both databases, of which a whole run tries most on one, with more random previews.
//   paper       The entity of docs/add-an-entity.md, made in a copy of the sources without one step after the other. It needs
//     no PostgreSQL.
//   instances   [haproxy] Three servers on one database: first start, sign-in, limits, email, runs, a restart of each under
//     load, and SIGKILL.
//   proxies     [haproxy, nginx, caddy] A restart of each of three servers under load, behind each proxy: -- proxies
//     [--only nginx]
//   failover    [haproxy] The database server is killed under load, and its synchronous standby takes over.
//   outage      [chromium] The database is away for half a minute while users look at lists and save a form: -- outage
//     [--seconds 30]
//   pgbouncer   [pgbouncer] The same database through a pooler in transaction mode.
//   upgrade     [git] The server, the backups and the tests of the release before, on today's schema: -- upgrade [--from commit]
//     [files of tests]
import { failover } from './failover.ts';
import { inputs } from './inputs.ts';
import { instances } from './instances.ts';
import { kills } from './kills.ts';
import { model } from './model.ts';
import { outage } from './outage.ts';
import { paper } from './paper.ts';
import { pgbouncer } from './pgbouncer.ts';
import { plans } from './plans.ts';
import { planted } from './planted.ts';
import { proxies } from './proxies.ts';
import { registers } from './registers.ts';
import { revocation } from './revocation.ts';
import { streams } from './streams.ts';
import { Report } from './support/report.ts';
import { upgrade } from './upgrade.ts';
import { whole } from './whole.ts';

const faults: Record<string, (report: Report, args: string[]) => Promise<void>> = {
  failover,
  inputs,
  instances,
  kills,
  model,
  outage,
  paper,
  pgbouncer,
  planted,
  plans,
  proxies,
  registers,
  revocation,
  streams,
  upgrade,
  whole,
};

const [name = '', ...args] = process.argv.slice(2);
const run = faults[name];
if (!run) {
  console.error(`Say which: ${Object.keys(faults).join(', ')}. faults/main.ts says what each does.`);
  process.exit(1);
}
const report = new Report();
process.once('SIGINT', () => process.exit(130));
try {
  await run(report, args);
} catch (error) {
  report.check(error instanceof Error ? error.message : String(error), false);
}
process.exit(report.end());
