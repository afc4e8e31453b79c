import type { FileBounds } from './bounds.pure.ts';
import {
  codeAt,
  createFigureReader,
  type FigureReader,
  itemCodeOf,
  lineOf,
  nameAt,
  readDate,
  readTime,
  readWhole,
} from './fields.pure.ts';
import { itemsMaxCount, periodMax, sequenceMax } from './limits.pure.ts';
import {
  type DepartmentSum,
  type Grade,
  type ItemSum,
  type ReadReport,
  RefusedFile,
  type ReportData,
  type ReportElement,
} from './register-file.pure.ts';
import { createTillReader } from './till.pure.ts';
import { childOf, descendants, textOf, type XmlNode } from './xml.pure.ts';

export const movements: ReadonlyMap<string, ReportElement> = new Map([
  ['FuelGradeMovement', 'FGM'],
  ['MerchandiseCodeMovement', 'MCM'],
  ['MiscellaneousSummaryMovement', 'MSM'],
  ['TaxLevelMovement', 'TLM'],
  ['ItemSalesMovement', 'ISM'],
]);

/** Meters and tanks. */
export const unreadMovements: ReadonlyMap<string, string> = new Map([
  ['FuelProductMovement', 'FPM'],
  ['TankProductMovement', 'TPM'],
]);

/** The end of a period that is still open. */
const openSince = '2100-01-01';

/** What is known of a report while it is read. */
interface Reading {
  bounds: FileBounds;
  figures: FigureReader;
  /** By code: a report may name one many times. */
  grades: Map<string, Grade>;
  departments: Map<string, DepartmentSum>;
  items: ReturnType<typeof createItemTexts>;
  till: ReturnType<typeof createTillReader>;
  /** Absent until a detail says it. */
  rest: Pick<ReportData, 'pump_tests' | 'tax'>;
}

/** Collects the children of one movement element. @throws RefusedFile */
export function createMovementReader(element: ReportElement, movement: XmlNode, bounds: FileBounds) {
  bounds.report(movement.line);
  const reading: Reading = {
    bounds,
    figures: createFigureReader(),
    grades: new Map(),
    departments: new Map(),
    items: createItemTexts(),
    till: createTillReader(),
    rest: {},
  };
  let header: XmlNode | undefined;
  let salesHeader: XmlNode | undefined;
  return {
    child(node: XmlNode) {
      if (node.name === 'MovementHeader') header = node;
      else if (node.name === 'SalesMovementHeader') salesHeader = node;
      else if (node.name === `${element}Detail`) readers[element](node, reading);
    },
    end(): ReadReport {
      if (!header) throw new RefusedFile(`Line ${movement.line}: ${movement.name} has no MovementHeader.`);
      const till = tillOf(salesHeader);
      if (till !== '') bounds.till(till, salesHeader?.line ?? 0);
      const head = { element, ...readHeader(header), till };
      bounds.date(head.business_date, lineOf(header, 'BusinessDate'));
      return { ...head, data: dataOf(element, reading) };
    },
  };
}

/** JSON of a `ReportData`. Outside of the reader, so that nothing else of it is kept with the report. */
function dataOf(element: ReportElement, { grades, departments, items, till, rest }: Reading): string {
  const text = (data: ReportData) => JSON.stringify(data);
  switch (element) {
    case 'FGM':
      return text({ grades: [...grades.values()], pump_tests: 0, ...rest });
    case 'MCM':
      return text({ departments: [...departments.values()] });
    case 'TLM':
      return text({ tax: 0, ...rest });
    case 'ISM':
      return `{"items":[${items.end()}]}`;
    case 'MSM':
      return text({ ...rest, ...till.end(), ...(grades.size > 0 && { grades: [...grades.values()] }) });
  }
}

const itemsAtOnce = 500;

/** Their JSON, because 50,000 objects take three times as much. */
function createItemTexts() {
  const texts: string[] = [];
  let newest: string[] = [];
  let count = 0;
  return {
    add(item: ItemSum, line: number) {
      count += 1;
      boundItems(count, line, 'the report');
      newest.push(JSON.stringify(item));
      if (newest.length < itemsAtOnce) return;
      texts.push(newest.join());
      newest = [];
    },
    end: () => [...texts, ...newest].join(),
  };
}

function readHeader(header: XmlNode) {
  const required = (name: string) =>
    textOf(header, name) ?? fail(`Line ${header.line}: MovementHeader has no ${name}.`);
  const whole = (name: string, text: string, max: number) => readWhole(text, max, name, lineOf(header, name));
  const date = (name: string, text: string) => readDate(text, name, lineOf(header, name));
  const moment = (name: 'Begin' | 'End') => {
    const day = textOf(header, `${name}Date`);
    if (day === null) return null;
    const time = textOf(header, `${name}Time`) ?? '00:00:00';
    return `${date(`${name}Date`, day)}T${readTime(time, `${name}Time`, lineOf(header, `${name}Time`))}`;
  };
  const ended = moment('End');
  const sequence = textOf(header, 'ReportSequenceNumber') ?? '1';
  return {
    period: whole('PrimaryReportPeriod', required('PrimaryReportPeriod'), periodMax),
    sequence: whole('ReportSequenceNumber', sequence, sequenceMax),
    business_date: date('BusinessDate', required('BusinessDate')),
    began: moment('Begin'),
    ended: ended !== null && ended >= openSince ? null : ended,
  };
}

function tillOf(header: XmlNode | undefined): string {
  const parts = ['RegisterID', 'CashierID', 'TillID'].map((name) => codeAt(header, name) ?? '');
  return parts.every((part) => part === '') ? '' : parts.join('/');
}

const reductions = [
  ['discounts', 'DiscountAmount'],
  ['promotions', 'PromotionAmount'],
  ['refunds', 'RefundAmount'],
] as const;

type Reader = (detail: XmlNode, reading: Reading) => void;

const readers: Record<ReportElement, Reader> = {
  FGM(detail, reading) {
    const grade = codeAt(detail, 'FuelGradeID') ?? fail(`Line ${detail.line}: a grade has no FuelGradeID.`);
    const { figures, rest } = reading;
    for (const totals of totalsOfGrade(detail)) {
      addGrade(reading, detail.line, {
        grade,
        volume: figures.volume(totals, 'FuelGradeSalesVolume'),
        gross: figures.cents(totals, 'FuelGradeSalesAmount'),
        discounts:
          Math.abs(figures.cents(totals, 'DiscountAmount')) +
          Math.abs(figures.cents(totals, 'DispenserDiscountAmount')),
      });
      for (const test of descendants(childOf(totals, 'PumpTestTotals'), 'PumpTestVolume'))
        rest.pump_tests = (rest.pump_tests ?? 0) + figures.ownVolume(test);
    }
  },
  MCM(detail, { bounds, figures, departments }) {
    const code = codeAt(detail, 'MerchandiseCode') ?? '';
    const name = nameAt(detail, 'MerchandiseCodeDescription');
    bounds.department(code, name, false, detail.line);
    const unknown = { discounts: null, promotions: null, refunds: null, quantity: null, count: null };
    const sum = departments.get(code) ?? { code, name, gross: 0, reductions: 0, ...unknown };
    departments.set(code, sum);
    sum.name ??= name;
    for (const totals of descendants(detail, 'MCMSalesTotals')) {
      sum.gross += figures.cents(totals, 'SalesAmount');
      for (const [part, element] of reductions) {
        if (textOf(totals, element) === null) continue;
        const amount = Math.abs(figures.cents(totals, element));
        sum.reductions += amount;
        sum[part] = (sum[part] ?? 0) + amount;
      }
      if (textOf(totals, 'SalesQuantity') !== null)
        sum.quantity = (sum.quantity ?? 0) + figures.quantity(totals, 'SalesQuantity');
      if (textOf(totals, 'TransactionCount') !== null)
        sum.count = (sum.count ?? 0) + figures.count(totals, 'TransactionCount');
    }
  },
  MSM(detail, reading) {
    const { figures, rest, till } = reading;
    const codes = childOf(detail, 'MiscellaneousSummaryCodes');
    const code = textOf(codes, 'MiscellaneousSummaryCode');
    if (!codes || code === null) return;
    const pair = `${code}/${textOf(codes, 'MiscellaneousSummarySubCode')}`.toLowerCase();
    const totals = childOf(detail, 'MSMSalesTotals');
    const amount = () => figures.cents(totals, 'MiscellaneousSummaryAmount');
    if (pair === 'taxtotals/taxcollectedbytaxcode' || pair === '17/3') {
      rest.tax = (rest.tax ?? 0) + amount();
    } else if (pair === 'fuelsalesbygrade/fuel') {
      addGrade(reading, detail.line, {
        grade: codeAt(codes, 'MiscellaneousSummarySubCodeModifier') ?? '',
        // The count of this code is the volume.
        volume: figures.volume(totals, 'MiscellaneousSummaryCount'),
        gross: amount(),
        discounts: 0,
      });
    } else {
      till.detail(code, codes, totals, figures);
    }
  },
  TLM(detail, { figures, rest }) {
    rest.tax =
      (rest.tax ?? 0) +
      figures.cents(detail, 'TaxCollectedAmount') -
      Math.abs(figures.cents(detail, 'TaxRefundedAmount'));
  },
  ISM(detail, { bounds, figures, items }) {
    const code = itemCodeOf(detail);
    if (!code) return;
    const department = codeAt(detail, 'MerchandiseCode');
    bounds.department(department, null, false, detail.line);
    const item: ItemSum = { ...code, name: nameAt(detail, 'Description'), department, quantity: 0 };
    for (const totals of descendants(detail, 'ISMSalesTotals'))
      item.quantity += figures.quantity(totals, 'SalesQuantity');
    items.add(item, detail.line);
  },
};

/** @throws RefusedFile for one too many */
export function boundItems(count: number, line: number, what: string): void {
  if (count > itemsMaxCount)
    fail(`Line ${line}: ${what} has more than ${itemsMaxCount.toLocaleString('en-US')} items.`);
}

/** The first breakdown of a detail; two side by side say the same twice. */
function totalsOfGrade(detail: XmlNode): XmlNode[] {
  for (const name of ['FGMTenderSummary', 'FGMPositionSummary', 'FGMPriceTierSummary']) {
    const parts = detail.children.filter((child) => child.name === name);
    if (parts.length > 0) return parts.flatMap((part) => descendants(part, 'FGMSalesTotals'));
  }
  return descendants(detail, 'FGMSalesTotals');
}

function addGrade({ bounds, grades }: Reading, line: number, added: Grade): void {
  bounds.grade(added.grade, line);
  const known = grades.get(added.grade);
  if (!known) {
    grades.set(added.grade, added);
    return;
  }
  known.volume += added.volume;
  known.gross += added.gross;
  known.discounts += added.discounts;
}

function fail(sentence: string): never {
  throw new RefusedFile(sentence);
}
