/** A line of an event, in cents. */
export interface PricedLine {
  amount: number;
  /** Absolute: their signs differ between registers. */
  discounts: number;
  promotions: number;
  is_fuel: boolean;
}

/** What the summary of an event says; null where it does not. */
export interface EventTotals {
  net: number | null;
  grand: number | null;
  gross: number | null;
  tax: number;
  /** Money for fuel that is not sold yet: in the totals, and no revenue. */
  prepaid: number;
}

type Reductions = { goods: readonly ('discounts' | 'promotions')[]; hasFuel: boolean };

/** In this order they are tried: as the lines are, less all, less all of fuel too, less one kind. */
const choices: readonly Reductions[] = [
  { goods: [], hasFuel: false },
  { goods: ['discounts', 'promotions'], hasFuel: false },
  { goods: ['discounts', 'promotions'], hasFuel: true },
  { goods: ['promotions'], hasFuel: false },
  { goods: ['discounts'], hasFuel: false },
];
/** The amount of fuel is what the customer pays. */
const usual: Reductions = { goods: ['discounts', 'promotions'], hasFuel: false };

/**
 * The amounts that the customer pays, line by line. Some registers write them before discounts and promotions and others after:
 * the totals of the event decide. `unexplained` is what the total says more than the lines.
 */
export function netOf(
  lines: readonly PricedLine[],
  totals: EventTotals,
): { amounts: number[]; unexplained: number } {
  const expected = expectedOf(totals);
  const differenceOf = (amounts: readonly number[]) => {
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    const differences = expected.flatMap((total) => [total - sum, total - sum - totals.prepaid]);
    return differences.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
  };
  for (const choice of expected.length > 0 ? choices : []) {
    const amounts = lines.map((line) => reduced(line, choice));
    if (differenceOf(amounts) === 0) return { amounts, unexplained: 0 };
  }
  const amounts = lines.map((line) => reduced(line, usual));
  return { amounts, unexplained: differenceOf(amounts) };
}

function reduced(line: PricedLine, { goods, hasFuel }: Reductions): number {
  if (line.is_fuel && !hasFuel) return line.amount;
  const reduction = goods.reduce((sum, kind) => sum + line[kind], 0);
  // What is given back in a sale was reduced as well.
  return line.amount < 0 ? line.amount + reduction : line.amount - reduction;
}

/** Without tax. The first total that is there decides; the gross one may be before discounts, so it is the last. */
function expectedOf({ net, grand, gross, tax }: EventTotals): number[] {
  if (net !== null) {
    if (gross !== null && tax !== 0 && net - tax === gross) return [gross];
    if (gross !== null && tax !== 0 && net + tax === gross) return [net];
    return [net, net - tax];
  }
  if (grand !== null) return [grand - tax, grand];
  return gross === null ? [] : [gross, gross - tax];
}
