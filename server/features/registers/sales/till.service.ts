import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { listChoices } from '../figures/choices.repository.ts';
import { shiftReportsOf } from '../figures/choose-reports.pure.ts';
import { compare } from '../figures/days.pure.ts';
import { listReports } from '../figures/records.repository.ts';
import { listValues, tillOfReports } from '../figures/till.pure.ts';
import { listTill } from './parts.repository.ts';

/** Payments and values of a day, and what its reports say of each shift of a till. The location is in scope. */
export async function getTill(ctx: Authorized<'registers.read'>, location_id: string, business_date: string) {
  const db = reader(ctx);
  const seesCashiers = ctx.actor.permissions.has('registers.cashiers');
  const tills = await listTills(db, location_id, business_date);
  return {
    ...(await listTill(db, location_id, business_date)),
    tills: tills.map((one) => (seesCashiers ? one : { ...one, cashier: null })),
  };
}

/** By time. Who sees cashiers is up to the caller. */
export async function listTills(db: Queryable, location_id: string, business_date: string) {
  const reports = await listReports(db, location_id, business_date);
  const shifts = shiftReportsOf(reports.filter((one) => one.element === 'MSM' && one.till !== ''));
  const signs = await listChoices(db, [...new Set(shifts.map(({ register_id }) => register_id))]);
  const signOf = new Map(signs.map(({ id, over_short_sign }) => [id, over_short_sign]));
  const tills = shifts.map((report) => {
    const [register = '', cashier = '', till = ''] = report.till.split('/');
    const said = tillOfReports([report], (id) => ({ over_short_sign: signOf.get(id) ?? 'undecided' }));
    const { tenders = [], values = {}, is_sign_decided } = said;
    return {
      ...{ register: register || null, till: till || null, cashier: cashier || null },
      ...{ began: report.began, ended: report.ended, sales: report.data.sales ?? null },
      ...{ tenders, values: listValues(values, is_sign_decided) },
    };
  });
  const order = (one: (typeof tills)[number]) => `${one.began} ${one.register} ${one.till}`;
  return tills.sort((a, b) => compare(order(a), order(b)));
}
