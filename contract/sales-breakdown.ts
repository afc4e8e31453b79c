import * as z from 'zod/mini';
import { departmentKinds } from './departments.ts';
import { described, line, text } from './fields/fields.ts';
import { nameMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { countedPageOf } from './lists/list.ts';
import { columnSpans, locationOfSales } from './sales.ts';
import { salesSelectionFields, usedRange } from './sales-selection.ts';

/** A daily close may say all fuel in one sum, which then has the code of `close-sums`. */
export function gradeName(code: string, name: string | null): string {
  return name ?? (code === 'Fuel' ? 'No grade' : `Grade ${code}`);
}

export const breakdownKinds = ['grade', 'department', 'tender'] as const;
export const breakdownSpans = ['total', 'location', ...columnSpans] as const;

const breakdownSelection = z.strictObject({
  ...salesSelectionFields,
  of: described('What is summed', z.enum(breakdownKinds)),
  by: described('In all, or for each of these', z._default(z.enum(breakdownSpans), 'total')),
  code: described('One grade, department or tender alone, as the answer names it', z.optional(text(40))),
  key: described('Of a department, as the answer has it', z.optional(text(200))),
});
export type BreakdownSelection = z.infer<typeof breakdownSelection>;

const amount = z.nullable(z.number());

const part = z.object({
  code: z.string(),
  /** The folded name, which tells apart departments of one code; empty for others. */
  key: z.string(),
  name: z.nullable(z.string()),
  /** Of a department. */
  counts_as: z.nullable(z.enum(departmentKinds)),
  location: z.nullable(locationOfSales),
  /** Of a day, week or month. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  gross: amount,
  discounts: amount,
  promotions: amount,
  refunds: amount,
  /** Net. */
  amount,
  /** Thousandths of a unit, or of a gallon. */
  quantity: amount,
  /** Transactions, where they are counted. */
  count: amount,
  /** Days of locations that have it, and those of them of which a part is unknown. Sums are of what is known. */
  days: z.number(),
  days_without_quantity: z.number(),
  days_without_gross: z.number(),
  days_without_discounts: z.number(),
  days_without_promotions: z.number(),
  days_without_refunds: z.number(),
  /** Of the amount: what is counted so by a proposal, and what nobody has decided. */
  proposed: amount,
  undecided: amount,
  /** Of a grade: the gallons for which a cost is known, what they sold for, and what they cost, in cents. */
  costed: z.nullable(z.object({ quantity: z.number(), amount: z.number(), cost: z.number() })),
});
export type SalesPart = z.infer<typeof part>;

export const breakDownSales = endpoint('GET /api/sales/breakdown', 'registers.read', {
  failure: 'Failed to fetch sales',
  summary: 'Grades, departments or tenders across locations, in all or by location, day, week or month',
  query: z.extend(breakdownSelection, countedPageOf(500)),
  response: z.object({ ...usedRange, parts: z.array(part), total: z.number(), next: z.nullable(z.number()) }),
});

export const exportBreakdown = endpoint('GET /api/sales/breakdown/export.csv', 'registers.read', {
  failure: 'Failed to export sales',
  summary: 'The breakdown as CSV; the export itself is recorded',
  query: breakdownSelection,
  download: 'text/csv; charset=utf-8',
});

const grade = z.object({ code: z.string(), name: z.nullable(z.string()) });

export const listFuelGrades = endpoint('GET /api/fuel-grades', 'registers.read', {
  failure: 'Failed to fetch grades',
  summary:
    'The grades of fuel that locations in scope sold, by code, with the names that the chain gave them',
  response: z.object({ grades: z.array(grade) }),
});

export const nameFuelGrade = endpoint('PUT /api/fuel-grades', 'registers.manage', {
  failure: 'Failed to name the grade',
  summary: 'Name a grade for the whole chain; null takes the name away. For users of all locations',
  body: z.strictObject({
    code: described('As registers write it', text(40, z.minLength(1, 'Required'))),
    name: described(
      'Null takes it away',
      z.nullable(line(nameMaxLength, z.minLength(1, 'Name is required'))),
    ),
  }),
  response: grade,
});
