import type { SalesValue, TenderSum } from '../../../../contract/registers.ts';

/** What a register file says. Cents, thousandths of a gallon or unit; local times of the location without a zone. */
export interface RegisterDocument {
  /** 'PJR', 'FGM' …; the root element of a file that is not understood. */
  document: string;
  is_understood: boolean;
  store_number: string | null;
  make: string | null;
  version: string | null;
  reports: ReadReport[];
  events: EventList;
  /** By code: all that the file names. */
  departments: Map<string, { name: string | null; is_fuel_line: boolean }>;
  items: ItemList | null;
  /** Events without a business date. */
  uncountable: number;
}

/** A value of the till is absent when nothing says it. */
export type Values = Partial<Record<SalesValue, Omit<TenderSum, 'code'>>>;

export type ReportElement = 'FGM' | 'MCM' | 'MSM' | 'TLM' | 'ISM';

export interface Grade {
  grade: string;
  volume: number;
  gross: number;
  discounts: number;
}

export interface DepartmentSum {
  code: string;
  name: string | null;
  gross: number;
  /** Discounts, promotions and refunds, as one amount to subtract. */
  reductions: number;
  /** Its parts: absent in a file of an earlier release, and null when the file says nothing of one. */
  discounts?: number | null;
  promotions?: number | null;
  refunds?: number | null;
  quantity: number | null;
  count?: number | null;
}

interface Item {
  code: string;
  format: string | null;
  name: string | null;
}

export interface ItemSum extends Item {
  department: string | null;
  quantity: number;
}

/** What a report knows. A member that is absent is unknown. */
export interface ReportData {
  grades?: Grade[];
  pump_tests?: number;
  departments?: DepartmentSum[];
  tax?: number;
  sales?: number;
  items?: ItemSum[];
  tenders?: TenderSum[];
  values?: Values;
  /** Names of values that are not known. */
  not_understood?: string[];
}

export interface Report {
  element: ReportElement;
  period: number;
  sequence: number;
  business_date: string;
  began: string | null;
  /** Null while the period is open. */
  ended: string | null;
  /** Register, cashier and till; '' for a report of the whole location. */
  till: string;
  data: ReportData;
}

/** As it is read: the items of a report take a third of the memory as a text. */
export interface ReadReport extends Omit<Report, 'data'> {
  /** JSON of `ReportData`. */
  data: string;
}

export interface FuelLine {
  grade: string;
  volume: number;
  amount: number;
  department: string | null;
}

export interface GoodsLine {
  department: string | null;
  /** Of its department, where the line says it. */
  name?: string;
  amount: number;
  quantity: number;
  item: Item | null;
}

export interface JournalEvent {
  /** Event element, register, transaction, business date and start. */
  identity: string;
  business_date: string;
  began: string | null;
  counts: 'sale' | 'refund' | 'nothing';
  is_outside: boolean;
  fuel: FuelLine[];
  goods: GoodsLine[];
  tax: number;
  /** Absent in an event that an earlier release has read. */
  till?: { tenders: TenderSum[]; values: Values };
  /** What its own total says more than its lines, in cents; absent when they agree. */
  unexplained?: number;
}

/** As it is stored: a text takes a quarter of the memory, and a file may have thousands. */
export interface ReadEvent extends Pick<JournalEvent, 'identity' | 'business_date' | 'began'> {
  /** JSON of a `JournalEvent`. */
  content: string;
}

/** Events of a file in their order. Nothing counts before its end, and 32 MB have thousands: they wait packed. */
export interface EventList extends Iterable<ReadEvent> {
  /** Their business dates. */
  readonly dates: ReadonlySet<string>;
  add(event: ReadEvent): void;
}

export interface ListedItem extends Item {
  department: string | null;
  /** Cents. */
  price: number | null;
  is_active: boolean;
}

export interface ItemList {
  /** It names every item of the location. */
  is_whole: boolean;
  items: ListedItem[];
}

/** The whole file is refused: nothing of it counts. The message is a sentence for users. */
export class RefusedFile extends Error {
  override name = 'RefusedFile';
}
