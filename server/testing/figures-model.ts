/**
 * The rules of figures, written a second time: from the reference of registers, without SQL and not from the
 * server's code. Read it from top to bottom. Random days are given to both, and every difference is found.
 */
export interface ModelReport {
  what: 'FGM' | 'MCM' | 'MSM';
  period: 2 | 98;
  sequence: number;
  /** Minutes since midnight of the business date; no end means still open. */
  from: number;
  to: number | null;
  till: string;
  /** Cents. */
  amount: number;
  discount: number;
  /** Of MCM, beside the merchandise. */
  lottery: number;
  tax: number;
  sales: number;
  /** Of MSM, like tax and sales. */
  cash: number;
  card: number;
  refunds: number | null;
  overShort: number | null;
  closing: number | null;
}

export interface ModelEvent {
  /** A payout is a refund of nothing but money that is paid out. */
  kind: 'sale' | 'refund' | 'payout' | 'void' | 'training' | 'parked';
  transaction: number;
  at: number;
  fuel: number;
  goods: number;
  lottery: number;
  cancelled: number;
  tax: number;
  /** What was handed over, and what of it went back. */
  cash: number;
  change: number;
}

/** A shift of a spreadsheet, in cents and thousandths; null is a blank cell. */
export interface ModelClose {
  gallons: number | null;
  fuel: number | null;
  /** All of it, or a part for which there is no department. */
  merchandise: number | null;
  department12: number | null;
  department30: number | null;
  tax: number | null;
  sales: number | null;
  cash: number | null;
  card: number | null;
  overShort: number | null;
  paidOut: number | null;
}

type Kind = 'merchandise' | 'fuel' | 'excluded';

export interface ModelDepartment {
  /** Decisions about one connection, and about the chain. */
  connection: Kind | null;
  chain: Kind | null;
  name: string;
  /** What its name says to a person. */
  byName: 'fuel' | 'excluded' | null;
  isFuelLine: boolean;
  /** Its amount was that of the fuel report on three days of three. */
  isFuelAmount: boolean;
}

/** Department 12 is of goods, 30 and 1024 of reports and journals, and 23 of what is paid out. */
export const modelCodes = ['12', '30', '1024', '23'] as const;
type Code = (typeof modelCodes)[number];

/** What no report of the model says otherwise: cents of the fuel department. */
export const fuelDepartmentAmount = 9999;

export interface ModelDay {
  departments: Record<Code, ModelDepartment>;
  /** In the order of their arrival. */
  arrivals: readonly ({ report: ModelReport } | { event: ModelEvent })[];
  /** The shifts of its daily close. */
  closes: readonly ModelClose[];
}

export interface ModelFigures {
  fuel: number | null;
  merchandise: number | null;
  excluded: number | null;
  tax: number | null;
  revenue: number | null;
  sales: number | null;
  refunds: number | null;
  isClosed: boolean;
  held: { undecided: number | null; proposed_excluded: number | null; proposed_fuel: number | null };
  till: {
    tenders: Record<string, number> | null;
    /** Null is no amount: no till was counted. */
    overShort: { amount: number | null; uncounted: number; tills: number } | null;
    voids: number | null;
    paidOut: number | null;
    baskets: { amount: number; count: number } | null;
  };
}

interface Arrived extends ModelReport {
  order: number;
}

const isDay = (report: ModelReport) => report.period === 2 && report.to !== null;

/** Correction, then the later end, then the later arrival. A whole location goes before its tills, a day before shifts. */
function isBetter(a: Arrived, b: Arrived): boolean {
  const place = (report: Arrived) => [
    report.till === '' ? 1 : 0,
    report.period === 2 ? 1 : 0,
    report.sequence,
    report.to ?? -1,
    report.order,
  ];
  const [first, second] = [place(a), place(b)];
  for (const [index, value] of first.entries()) {
    const other = second[index] ?? 0;
    if (value !== other) return value > other;
  }
  return false;
}

function areTheSame(better: Arrived, other: Arrived): boolean {
  if (better.till !== '' && better.till !== other.till) return false;
  if (better.from === other.from) return true;
  // Two open periods run beside each other for ever.
  const end = (report: Arrived) => report.to ?? 1_000_000_000;
  const length = Math.min(end(better) - better.from, end(other) - other.from);
  const common = Math.min(end(better), end(other)) - Math.max(better.from, other.from);
  return common > length / 2;
}

/** A report counts when no better one that counts says the same. */
function counting(reports: Arrived[]): Arrived[] {
  const memory = new Map<Arrived, boolean>();
  const counts = (report: Arrived): boolean => {
    const known = memory.get(report);
    if (known !== undefined) return known;
    const answer = !reports.some(
      (other) => isBetter(other, report) && areTheSame(other, report) && counts(other),
    );
    memory.set(report, answer);
    return answer;
  };
  return reports.filter(counts);
}

function countedAs(department: ModelDepartment): `${Kind} ${'decided' | 'proposed' | 'undecided'}` {
  const decided = department.connection ?? department.chain;
  if (decided) return `${decided} decided`;
  if (department.isFuelLine) return 'fuel proposed';
  if (department.byName) return `${department.byName} proposed`;
  return department.isFuelAmount ? 'fuel proposed' : 'merchandise undecided';
}

export function modelFigures({ arrivals, departments, closes }: ModelDay): ModelFigures {
  const reports = arrivals.flatMap((one, order) => ('report' in one ? [{ ...one.report, order }] : []));
  const lastOf = new Map<string, ModelEvent>();
  for (const one of arrivals) {
    if (!('event' in one)) continue;
    const { kind, transaction, at } = one.event;
    const element = kind === 'refund' || kind === 'payout' ? 'refund' : kind === 'void' ? 'void' : 'sale';
    lastOf.set(`${element} ${transaction} ${at}`, one.event);
  }
  const events = [...lastOf.values()];
  const signed = (pick: (event: ModelEvent) => number) => {
    let sum = 0;
    for (const event of events) {
      if (event.kind === 'sale') sum += pick(event);
      if (event.kind === 'refund') sum -= pick(event);
    }
    return sum;
  };
  const count = (...wanted: ModelEvent['kind'][]) =>
    events.filter(({ kind }) => wanted.includes(kind)).length;
  const sumOf = (kind: ModelEvent['kind'], pick: (event: ModelEvent) => number) =>
    events.reduce((sum, event) => (event.kind === kind ? sum + pick(event) : sum), 0);
  /** A journal without any line of fuel or goods does not know what was sold of it. */
  const hasLines = { FGM: count('sale', 'refund') > 0, MCM: count('sale', 'refund', 'payout') > 0 };
  /** Of the spreadsheet: a column without any amount is unknown. */
  const column = (...names: (keyof ModelClose)[]) => {
    const known = closes.flatMap((row) => names.flatMap((name) => row[name] ?? []));
    return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null;
  };
  const part = (
    what: ModelReport['what'],
    ofReport: (report: ModelReport) => number,
    ofClose: { isSaid: boolean; amount: number | null },
    ofJournal: () => number,
  ): number | null => {
    const some = reports.filter((report) => report.what === what);
    const days = counting(some.filter(isDay));
    if (days.length > 0) return days.reduce((sum, report) => sum + ofReport(report), 0);
    if (ofClose.isSaid) return ofClose.amount;
    if (what === 'MSM' ? events.length > 0 : hasLines[what]) return ofJournal();
    const shifts = counting(some.filter((report) => !isDay(report)));
    return shifts.length > 0 ? shifts.reduce((sum, report) => sum + ofReport(report), 0) : null;
  };
  const fuel = part(
    'FGM',
    ({ amount, discount }) => amount - discount,
    { isSaid: column('gallons', 'fuel') !== null, amount: column('fuel') },
    () => signed((event) => event.fuel),
  );
  /** A spreadsheet without a column of a kind does not know what was sold of it. */
  const goodsOfClose = (counts: string) => {
    const isOf = (kind: string) => kind.startsWith(counts);
    const some = [
      ...(isOf('merchandise decided') ? (['merchandise'] as const) : []),
      ...(isOf(countedAs(departments['12'])) ? (['department12'] as const) : []),
      ...(isOf(countedAs(departments['30'])) ? (['department30'] as const) : []),
    ];
    const isHeld = counts.includes(' ');
    return {
      isSaid: column('merchandise', 'department12', 'department30') !== null,
      amount: column(...some) ?? (isHeld ? 0 : null),
    };
  };
  /** Of the departments that count so. */
  const goods = (counts: string) => {
    const of = (code: Code, cents: number) => (countedAs(departments[code]).startsWith(counts) ? cents : 0);
    return part(
      'MCM',
      ({ amount, discount, lottery }) =>
        of('12', amount - discount) + of('30', lottery) + of('1024', fuelDepartmentAmount),
      goodsOfClose(counts),
      () =>
        signed((event) => of('12', event.goods) + of('30', event.lottery)) -
        sumOf('payout', (event) => of('23', event.goods)),
    );
  };
  const [merchandise, excluded] = [goods('merchandise'), goods('excluded')];
  const held = {
    undecided: goods('merchandise undecided'),
    proposed_excluded: goods('excluded proposed'),
    proposed_fuel: goods('fuel proposed'),
  };
  const tax = part(
    'MSM',
    (report) => report.tax,
    { isSaid: column('tax') !== null, amount: column('tax') },
    () => signed((event) => event.tax),
  );
  const sales = part(
    'MSM',
    (report) => report.sales,
    { isSaid: column('sales') !== null, amount: column('sales') },
    () => count('sale'),
  );
  // Of a closed day the journal may have a part only, unless it has as many sales as was reported.
  const isClosed = reports.some(isDay) || closes.length > 0;
  const summaries = reports.filter(({ what }) => what === 'MSM');
  const closing = counting(summaries.filter(isDay));
  const reported =
    closing.length > 0 ? closing.reduce((sum, report) => sum + report.sales, 0) : column('sales');
  const isWhole = reported === count('sale') || reported === count('sale', 'refund', 'payout');
  const shifts = counting(summaries.filter((report) => !isDay(report)));
  const ofTill = <T>(
    ofReports: (some: ModelReport[]) => T | null,
    ofJournal: () => T | null,
    ofClose: T | null = null,
  ): T | null => {
    const journal = events.length > 0 && (isWhole || !isClosed) ? ofJournal() : null;
    return ofReports(closing) ?? ofClose ?? journal ?? ofReports(shifts);
  };
  const refunds = ofTill(
    (some) => {
      const known = some.flatMap((report) => report.refunds ?? []);
      return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null;
    },
    () => count('refund'),
  );
  const isUnknown = fuel === null && merchandise === null;
  const revenue = isUnknown ? null : (fuel ?? 0) + (merchandise ?? 0);
  const noReport = <T>(value: T, isKnown: boolean, ofClose: T | null = null) =>
    ofTill<T>(
      () => null,
      () => (isKnown ? value : null),
      ofClose,
    );
  const [cash, card, overShort] = [column('cash'), column('card'), column('overShort')];
  const till = {
    tenders: ofTill<Record<string, number>>(
      (some) => (some.length > 0 ? { cash: sumBy(some, 'cash'), creditCards: sumBy(some, 'card') } : null),
      () =>
        count('sale', 'refund', 'payout') === 0
          ? null
          : {
              cash:
                sumOf('sale', ({ cash, change }) => cash - change) -
                sumOf('refund', ({ cash }) => cash) -
                sumOf('payout', ({ cash }) => cash),
            },
      cash === null && card === null
        ? null
        : { ...(cash !== null && { cash }), ...(card !== null && { creditCards: card }) },
    ),
    overShort: ofTill(
      overShortOf,
      () => null,
      // How many tills there are, another source may say.
      overShort === null ? null : { amount: overShort, uncounted: 0, tills: overShortOf(shifts)?.tills ?? 0 },
    ),
    voids: noReport(count('void'), true),
    paidOut: noReport(
      sumOf('payout', ({ goods }) => goods),
      count('payout') > 0,
      column('paidOut'),
    ),
    baskets: noReport(basketsOf(departments, events), count('sale') > 0),
  };
  return { fuel, merchandise, excluded, tax, revenue, sales, refunds, isClosed, held, till };
}

/** Each sale has a line of department 12 and one of 30. */
function basketsOf(departments: ModelDay['departments'], events: readonly ModelEvent[]) {
  const isGoods = (code: Code) => countedAs(departments[code]).startsWith('merchandise');
  const sales = events.filter(({ kind }) => kind === 'sale');
  const amounts = sales.map(
    ({ goods, lottery }) => (isGoods('12') ? goods : 0) + (isGoods('30') ? lottery : 0),
  );
  return {
    amount: amounts.reduce((sum, one) => sum + one, 0),
    count: isGoods('12') || isGoods('30') ? sales.length : 0,
  };
}

const sumBy = (some: ModelReport[], what: 'cash' | 'card') =>
  some.reduce((sum, report) => sum + report[what], 0);

/** A till whose difference is all that should be in its drawer was not counted. */
function overShortOf(reports: ModelReport[]): ModelFigures['till']['overShort'] {
  const tills = new Set(reports.filter((one) => one.overShort !== null).map(({ till }) => till));
  if (tills.size === 0) return null;
  let amount: number | null = null;
  let uncounted = 0;
  for (const till of tills) {
    const own = reports.filter((one) => one.till === till && one.overShort !== null);
    const isUncounted = own.some(
      ({ overShort, closing }) =>
        overShort !== 0 && closing !== null && Math.abs(overShort ?? 0) === Math.abs(closing),
    );
    if (isUncounted) uncounted += 1;
    else amount = own.reduce((sum, { overShort }) => sum + (overShort ?? 0), amount ?? 0);
  }
  return { amount, uncounted, tills: tills.size };
}
