import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { listChoices } from '../figures/choices.repository.ts';
import { shiftReportsOf } from '../figures/choose-reports.pure.ts';
import { listReports } from '../figures/records.repository.ts';
import { listValues, tillOfReports } from '../figures/till.pure.ts';
import { listTill } from './parts.repository.ts';

/** Payments and values of a day, and what its reports say of each shift of a till. The location is in scope. */
export async function getTill(ctx: Authorized<'registers.read'>, location_id: string, business_date: string) {
  const db = reader(ctx);
  const seesCashiers = ctx.actor.permissions.has('registers.cashiers');
  const reports = await listReports(db, location_id, business_date);
  const shifts = shiftReportsOf(reports.filter((one) => one.element === 'MSM' && one.till !== ''));
  const signs = await listChoices(db, [...new Set(shifts.map(({ register_id }) => register_id))]);
  const signOf = new Map(signs.map(({ id, over_short_sign }) => [id, over_short_sign]));
  const tills = shifts.map((report) => {
    const [register = '', cashier = '', till = ''] = report.till.split('/');
    const {
      tenders = [],
      values = {},
      is_sign_decided = false,
    } = tillOfReports([report], (id) => ({
      over_short_sign: signOf.get(id) ?? 'undecided',
    }));
    return {
      ...{ register: register || null, till: till || null, cashier: (seesCashiers && cashier) || null },
      ...{ began: report.began, ended: report.ended, sales: report.data.sales ?? null },
      ...{ tenders, values: listValues(values, is_sign_decided) },
    };
  });
  const order = (one: (typeof tills)[number]) => `${one.began} ${one.register} ${one.till}`;
  return {
    ...(await listTill(db, location_id, business_date)),
    tills: tills.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
  };
}
