import { zipOf } from '../../platform/write-zip.ts';

/** Register files as the makes write them, with the figures of the example of a day. */
export interface ReportHead {
  store?: string | null;
  business_date: string;
  began: string;
  /** Null while the period is open. */
  ended: string | null;
  period?: number;
  sequence?: number;
  till?: string;
  cashier?: string;
}

const declaration = '<?xml version="1.0"?>';
const split = (local: string) => local.split('T') as [string, string];

function header(store: string | null | undefined): string {
  const number = store === null ? '' : `<StoreLocationID>${store ?? '12'}</StoreLocationID>`;
  return `<TransmissionHeader>${number}<VendorName>Acme</VendorName><VendorModelVersion>7.1</VendorModelVersion></TransmissionHeader>`;
}

function movement(element: string, code: string, head: ReportHead, details: string): string {
  const { store, business_date, began, ended, period = 2, sequence = 1, till, cashier } = head;
  const [beginDate, beginTime] = split(began);
  const [endDate, endTime] = split(ended ?? '2100-01-01T00:00:00');
  return `${declaration}<NAXML-MovementReport version="3.4">${header(store)}<${element}><MovementHeader>
<ReportSequenceNumber>${sequence}</ReportSequenceNumber><PrimaryReportPeriod>${period}</PrimaryReportPeriod>
<SecondaryReportPeriod>0</SecondaryReportPeriod><BusinessDate>${business_date}</BusinessDate>
<BeginDate>${beginDate}</BeginDate><BeginTime>${beginTime}</BeginTime>
<EndDate>${endDate}</EndDate><EndTime>${endTime}</EndTime></MovementHeader>
${till === undefined ? '' : `<SalesMovementHeader>${cashier === undefined ? '' : `<CashierID>${cashier}</CashierID>`}<TillID>${till}</TillID></SalesMovementHeader>`}
${details.replaceAll('CODE', code)}</${element}></NAXML-MovementReport>`;
}

export interface FuelSold {
  grade: string;
  volume: string;
  amount: string;
  discount?: string;
}

export function fgm(head: ReportHead, sold: readonly FuelSold[]): string {
  const details = sold.map(
    ({ grade, volume, amount, discount = '0' }) => `<FGMDetail><FuelGradeID>${grade}</FuelGradeID>
<FGMPriceTierSummary><PriceTierCode>0001</PriceTierCode><FGMSalesTotals>
<FuelGradeSalesVolume>${volume}</FuelGradeSalesVolume><FuelGradeSalesAmount>${amount}</FuelGradeSalesAmount>
<DispenserDiscountAmount>${discount}</DispenserDiscountAmount></FGMSalesTotals></FGMPriceTierSummary></FGMDetail>`,
  );
  return movement('FuelGradeMovement', 'FGM', head, details.join(''));
}

export interface DepartmentSold {
  code: string;
  name?: string;
  amount: string;
  discount?: string;
}

export function mcm(head: ReportHead, sold: readonly DepartmentSold[]): string {
  const details = sold.map(
    ({ code, name = '', amount, discount = '0' }) => `<MCMDetail><MerchandiseCode>${code}</MerchandiseCode>
<MerchandiseCodeDescription>${name}</MerchandiseCodeDescription><MCMSalesTotals>
<DiscountAmount>${discount}</DiscountAmount><SalesQuantity>1</SalesQuantity><SalesAmount>${amount}</SalesAmount>
</MCMSalesTotals></MCMDetail>`,
  );
  return movement('MerchandiseCodeMovement', 'MCM', head, details.join(''));
}

/** Code, subcode and modifier with slashes, then amount and count, which may be absent. */
export type SummaryValue = readonly [path: string, amount?: string | null, count?: string];

export function msm(
  head: ReportHead,
  { sales, tax, values = [] }: { sales: number; tax: string; values?: readonly SummaryValue[] },
): string {
  return summary(head, [
    ['statistics/transactions', '0', String(sales)],
    ['taxTotals/taxCollectedByTaxCode/1', tax, '1'],
    ...values,
  ]);
}

export function summary(head: ReportHead, values: readonly SummaryValue[]): string {
  const text = (name: string, value: string | null | undefined) =>
    value === undefined || value === null ? '' : `<${name}>${value}</${name}>`;
  const detail = ([path, amount, count]: SummaryValue) => {
    const [code, subcode, modifier] = path.split('/');
    const names = [
      text('MiscellaneousSummaryCode', code),
      text('MiscellaneousSummarySubCode', subcode),
      text('MiscellaneousSummarySubCodeModifier', modifier),
    ];
    const totals = text('MiscellaneousSummaryAmount', amount) + text('MiscellaneousSummaryCount', count);
    return `<MSMDetail><MiscellaneousSummaryCodes>${names.join('')}</MiscellaneousSummaryCodes>
<MSMSalesTotals><Tender><TenderCode/><TenderSubCode/></Tender>${totals}</MSMSalesTotals></MSMDetail>`;
  };
  return movement('MiscellaneousSummaryMovement', 'MSM', head, values.map(detail).join(''));
}

export function tlm(head: ReportHead, tax: string): string {
  const detail = `<TLMDetail><TaxLevelID>1</TaxLevelID><TaxCollectedAmount>${tax}</TaxCollectedAmount></TLMDetail>`;
  return movement('TaxLevelMovement', 'TLM', head, detail);
}

export function ism(
  head: ReportHead,
  sold: readonly { code: string; name: string; department: string; quantity: string }[],
): string {
  const details = sold.map(
    ({ code, name, department, quantity }) => `<ISMDetail><ItemCode><POSCodeFormat format="upcA"/>
<POSCode>${code}</POSCode></ItemCode><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode>
<SellingUnits>1</SellingUnits><ISMSellPriceSummary><ActualSalesPrice>1.99</ActualSalesPrice><ISMSalesTotals>
<SalesQuantity>${quantity}</SalesQuantity></ISMSalesTotals></ISMSellPriceSummary></ISMDetail>`,
  );
  return movement('ItemSalesMovement', 'ISM', head, details.join(''));
}

export interface Sold {
  kind?: 'SaleEvent' | 'RefundEvent' | 'VoidEvent' | 'FinancialEvent';
  transaction: string;
  business_date: string;
  began: string;
  fuel?: { grade: string; volume: string; amount: string; department: string }[];
  items?: {
    department: string;
    amount: string;
    quantity: string;
    code?: string;
    name?: string;
    status?: string;
  }[];
  tax?: string;
  flags?: string;
  /** A parked sale has no tender. */
  isPaid?: boolean;
  tenders?: { code: string; subcode?: string; amount: string; isChange?: boolean }[];
  /** Elements after the lines. */
  rest?: string;
}

export function event(sold: Sold): string {
  const {
    kind = 'SaleEvent',
    transaction,
    business_date,
    began,
    fuel = [],
    items = [],
    tax = '0',
    flags = '',
    isPaid = true,
    tenders = [
      { code: 'cash', amount: '40.00' },
      { code: 'cash', amount: '-6.77', isChange: true },
    ],
    rest = '',
  } = sold;
  const [date, time] = split(began);
  const lines = [
    ...fuel.map(
      ({ grade, volume, amount, department }) =>
        `<TransactionLine status="normal"><FuelLine><FuelGradeID>${grade}</FuelGradeID><SalesQuantity>${volume}</SalesQuantity><SalesAmount>${amount}</SalesAmount><MerchandiseCode>${department}</MerchandiseCode></FuelLine></TransactionLine>`,
    ),
    ...items.map(
      ({ department, amount, quantity, code = '00123', name = 'Coffee', status = 'normal' }) =>
        `<TransactionLine status="${status}"><ItemLine><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><SalesQuantity>${quantity}</SalesQuantity><SalesAmount>${amount}</SalesAmount></ItemLine></TransactionLine>`,
    ),
    ...(isPaid ? tenders : []).map(
      ({ code, subcode = 'generic', amount, isChange = false }) =>
        `<TransactionLine><TenderInfo><Tender><TenderCode>${code}</TenderCode><TenderSubCode>${subcode}</TenderSubCode></Tender><TenderAmount>${amount}</TenderAmount>${isChange ? '<ChangeFlag value="yes"/>' : ''}</TenderInfo></TransactionLine>`,
    ),
  ];
  return `<${kind}><RegisterID>1</RegisterID><TransactionID>${transaction}</TransactionID>
<BusinessDate>${business_date}</BusinessDate><EventStartDate>${date}</EventStartDate><EventStartTime>${time}</EventStartTime>
${flags || '<TrainingModeFlag/>'}<TransactionDetailGroup>${lines.join('')}</TransactionDetailGroup>
<TransactionSummary><TransactionTotalTaxNetAmount>${tax}</TransactionTotalTaxNetAmount></TransactionSummary>${rest}</${kind}>`;
}

export function journal(events: readonly Sold[], store?: string | null): string {
  return journalOf(events.map(event).join(''), store);
}

export function journalOf(events: string, store?: string | null): string {
  return `${declaration}<NAXML-POSJournal version="3.4">${header(store)}<JournalReport><JournalHeader/>${events}</JournalReport></NAXML-POSJournal>`;
}

interface Listed {
  code: string;
  name: string;
  price?: string;
  isActive?: boolean;
}

export function priceBook(
  items: readonly Listed[],
  { store = '12', type = 'initialize' }: { store?: string; type?: 'initialize' | 'update' } = {},
): string {
  const details = items.map(
    ({ code, name, price = '1.99', isActive = true }) => `<ITTDetail><RecordAction type="addchange"/>
<ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><ITTData>
<ActiveFlag value="${isActive ? 'yes' : 'no'}"/><Description>${name}</Description>
<MerchandiseCode>12</MerchandiseCode><RegularSellPrice>${price}</RegularSellPrice></ITTData></ITTDetail>`,
  );
  return `${declaration}<NAXML-MaintenanceRequest>${header(store)}<ItemMaintenance><TableAction type="${type}"/>${details.join('')}</ItemMaintenance></NAXML-MaintenanceRequest>`;
}

/** The sale of the reference, field by field. */
export const exampleJournal = journal([
  {
    transaction: '8945',
    business_date: '2026-03-13',
    began: '2026-03-14T13:30:45',
    items: [
      { department: '12', amount: '50.00', quantity: '1', status: 'cancel' },
      { department: '12', amount: '3.00', quantity: '2' },
    ],
    fuel: [{ grade: '001', volume: '10.000', amount: '29.99', department: '1024' }],
    tax: '0.24',
  },
]);

const exampleHead = {
  business_date: '2026-03-13',
  began: '2026-03-13T23:35:50',
  ended: '2026-03-14T23:35:12',
};

/** The day report of it. */
export const exampleReports = {
  fgm: fgm(exampleHead, [{ grade: '001', volume: '10', amount: '30.49', discount: '-0.50' }]),
  mcm: mcm(exampleHead, [
    { code: '12', amount: '3' },
    { code: '1024', amount: '30.49' },
  ]),
  msm: msm(exampleHead, { sales: 1, tax: '0.24' }),
};

/** A zip of these files. */
export function zipOfTexts(files: Record<string, string | Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return zipOf(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}
