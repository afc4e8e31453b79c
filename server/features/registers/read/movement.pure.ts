import { readDate, readDigits, readQuantity, readTime } from './digits.pure.ts';
import {
  type DepartmentSum,
  type Grade,
  type ItemSum,
  RefusedFile,
  type Report,
  type ReportData,
  type ReportElement,
} from './register-file.pure.ts';
import { childOf, descendants, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

export const movements: Record<string, ReportElement> = {
  FuelGradeMovement: 'FGM',
  MerchandiseCodeMovement: 'MCM',
  MiscellaneousSummaryMovement: 'MSM',
  TaxLevelMovement: 'TLM',
  ItemSalesMovement: 'ISM',
};

/** Meters and tanks. */
export const unreadMovements: Record<string, string> = {
  FuelProductMovement: 'FPM',
  TankProductMovement: 'TPM',
};

/** The end of a period that is still open. */
const openSince = '2100-01-01';

/** Collects the children of one movement element. @throws RefusedFile */
export function createMovementReader(element: ReportElement, movement: XmlNode) {
  const data = emptyData(element);
  let header: XmlNode | undefined;
  let salesHeader: XmlNode | undefined;
  return {
    child(node: XmlNode) {
      if (node.name === 'MovementHeader') header = node;
      else if (node.name === 'SalesMovementHeader') salesHeader = node;
      else if (node.name === `${element}Detail`) readers[element](node, data);
    },
    end(): Report {
      if (!header) throw new RefusedFile(`Line ${movement.line}: ${movement.name} has no MovementHeader.`);
      return { element, ...readHeader(header), till: tillOf(salesHeader), data };
    },
  };
}

function emptyData(element: ReportElement): ReportData {
  switch (element) {
    case 'FGM':
      return { grades: [], pump_tests: 0 };
    case 'MCM':
      return { departments: [] };
    case 'TLM':
      return { tax: 0 };
    case 'ISM':
      return { items: [] };
    case 'MSM':
      return {};
  }
}

function readHeader(header: XmlNode) {
  const required = (name: string) =>
    textOf(header, name) ?? fail(`Line ${header.line}: MovementHeader has no ${name}.`);
  const whole = (name: string, text: string) => readDigits(text, 0, name, lineOf(header, name));
  const date = (name: string) => {
    const text = textOf(header, name);
    return text === null ? null : readDate(text, name, lineOf(header, name));
  };
  const moment = (name: 'Begin' | 'End') => {
    const day = date(`${name}Date`);
    if (day === null) return null;
    const time = textOf(header, `${name}Time`);
    return `${day}T${time === null ? '00:00:00' : readTime(time, `${name}Time`, lineOf(header, `${name}Time`))}`;
  };
  const ended = moment('End');
  return {
    period: whole('PrimaryReportPeriod', required('PrimaryReportPeriod')),
    sequence: whole('ReportSequenceNumber', textOf(header, 'ReportSequenceNumber') ?? '1'),
    business_date: readDate(required('BusinessDate'), 'BusinessDate', lineOf(header, 'BusinessDate')),
    began: moment('Begin'),
    ended: ended !== null && ended >= openSince ? null : ended,
  };
}

function tillOf(header: XmlNode | undefined): string {
  const parts = ['RegisterID', 'CashierID', 'TillID'].map((name) => textOf(header, name) ?? '');
  return parts.every((part) => part === '') ? '' : parts.join('/');
}

type Reader = (detail: XmlNode, data: ReportData) => void;

const readers: Record<ReportElement, Reader> = {
  FGM(detail, data) {
    const grade = textOf(detail, 'FuelGradeID') ?? fail(`Line ${detail.line}: a grade has no FuelGradeID.`);
    for (const totals of totalsOfGrade(detail)) {
      addGrade(data, {
        grade,
        volume: volume(totals, 'FuelGradeSalesVolume'),
        gross: cents(totals, 'FuelGradeSalesAmount'),
        discounts:
          Math.abs(cents(totals, 'DiscountAmount')) + Math.abs(cents(totals, 'DispenserDiscountAmount')),
      });
      for (const test of descendants(childOf(totals, 'PumpTestTotals'), 'PumpTestVolume'))
        data.pump_tests =
          (data.pump_tests ?? 0) + readDigits(test.text.trim() || '0', 3, test.name, test.line);
    }
  },
  MCM(detail, data) {
    const sum: DepartmentSum = {
      code: textOf(detail, 'MerchandiseCode') ?? '',
      name: textOf(detail, 'MerchandiseCodeDescription'),
      gross: 0,
      reductions: 0,
      quantity: 0,
    };
    for (const totals of descendants(detail, 'MCMSalesTotals')) {
      sum.gross += cents(totals, 'SalesAmount');
      for (const name of ['DiscountAmount', 'PromotionAmount', 'RefundAmount'])
        sum.reductions += Math.abs(cents(totals, name));
      sum.quantity += quantity(totals, 'SalesQuantity');
    }
    data.departments?.push(sum);
  },
  MSM(detail, data) {
    const codes = childOf(detail, 'MiscellaneousSummaryCodes');
    const code = textOf(codes, 'MiscellaneousSummaryCode');
    const subcode = textOf(codes, 'MiscellaneousSummarySubCode');
    const totals = childOf(detail, 'MSMSalesTotals');
    const amount = () => cents(totals, 'MiscellaneousSummaryAmount');
    if (code === 'statistics' && subcode === 'transactions') {
      data.sales = (data.sales ?? 0) + digits(totals, 'MiscellaneousSummaryCount', 0);
    } else if (code === 'taxTotals' && subcode === 'taxCollectedByTaxCode') {
      data.tax = (data.tax ?? 0) + amount();
    } else if (code === 'fuelSalesByGrade' && subcode === 'fuel') {
      const gross = amount();
      data.grades ??= [];
      addGrade(data, {
        grade: textOf(codes, 'MiscellaneousSummarySubCodeModifier') ?? '',
        // The count of this code is the volume.
        volume: volume(totals, 'MiscellaneousSummaryCount'),
        gross,
        discounts: 0,
      });
    }
  },
  TLM(detail, data) {
    data.tax =
      (data.tax ?? 0) + cents(detail, 'TaxCollectedAmount') - Math.abs(cents(detail, 'TaxRefundedAmount'));
  },
  ISM(detail, data) {
    const code = itemCodeOf(detail);
    if (!code) return;
    const item: ItemSum = {
      ...code,
      name: textOf(detail, 'Description'),
      department: textOf(detail, 'MerchandiseCode'),
      quantity: 0,
    };
    for (const totals of descendants(detail, 'ISMSalesTotals'))
      item.quantity += quantity(totals, 'SalesQuantity');
    data.items?.push(item);
  },
};

/** The first breakdown of a detail; two side by side say the same twice. */
function totalsOfGrade(detail: XmlNode): XmlNode[] {
  for (const name of ['FGMTenderSummary', 'FGMPositionSummary', 'FGMPriceTierSummary']) {
    const parts = detail.children.filter((child) => child.name === name);
    if (parts.length > 0) return parts.flatMap((part) => descendants(part, 'FGMSalesTotals'));
  }
  return descendants(detail, 'FGMSalesTotals');
}

function addGrade(data: ReportData, added: Grade): void {
  const known = data.grades?.find(({ grade }) => grade === added.grade);
  if (!known) {
    data.grades?.push(added);
    return;
  }
  known.volume += added.volume;
  known.gross += added.gross;
  known.discounts += added.discounts;
}

/** Null for an item without a code. */
export function itemCodeOf(node: XmlNode): { code: string; format: string | null } | null {
  const code = textOf(node, 'ItemCode', 'POSCode');
  const format = nodeAt(node, 'ItemCode', 'POSCodeFormat')?.attributes.format ?? null;
  return code === null ? null : { code, format };
}

/** 0 for one that is missing or blank. @throws RefusedFile */
export function cents(node: XmlNode | undefined, name: string): number {
  return digits(node, name, 2);
}

export function volume(node: XmlNode | undefined, name: string): number {
  return digits(node, name, 3);
}

export function quantity(node: XmlNode | undefined, name: string): number {
  return readQuantity(textOf(node, name) ?? '0', name, lineOf(node, name));
}

function digits(node: XmlNode | undefined, name: string, places: number): number {
  return readDigits(textOf(node, name) ?? '0', places, name, lineOf(node, name));
}

function lineOf(node: XmlNode | undefined, name: string): number {
  return childOf(node, name)?.line ?? node?.line ?? 0;
}

function fail(sentence: string): never {
  throw new RefusedFile(sentence);
}
