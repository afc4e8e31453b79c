import * as limits from '../../features/registers/read/limits.pure.ts';

// Register files whose every code, name, figure, number and count is at its limit, or beyond it.

/** What a slot of a document says instead of something usual. */
export type Values = Partial<Record<string, string>>;

const header = (v: Values) => `<TransmissionHeader><StoreLocationID>${v.store ?? '12'}</StoreLocationID>
<VendorName>${v.make ?? 'Acme'}</VendorName><VendorModelVersion>${v.version ?? '7.1'}</VendorModelVersion></TransmissionHeader>`;

const movement = (name: string, v: Values, details: string) => `<${name}><MovementHeader>
<ReportSequenceNumber>${v.sequence ?? '1'}</ReportSequenceNumber><PrimaryReportPeriod>${v.period ?? '2'}</PrimaryReportPeriod>
<BusinessDate>${v.date ?? '2026-03-13'}</BusinessDate><BeginDate>2026-03-13</BeginDate><BeginTime>06:00:00</BeginTime>
<EndDate>2026-03-14</EndDate><EndTime>06:00:00</EndTime></MovementHeader><SalesMovementHeader><RegisterID>${v.register ?? '1'}</RegisterID>
<CashierID>${v.cashier ?? '2'}</CashierID><TillID>${v.till ?? '3'}</TillID></SalesMovementHeader>${details}</${name}>`;

const itemCode = (v: Values) =>
  `<ItemCode><POSCodeFormat format="${v.format ?? 'upcA'}"/><POSCode>${v.item ?? '00123'}</POSCode></ItemCode>`;

/** One detail, event or item of each document, and what stands around it. */
export const documents: Record<
  string,
  { detail: (v: Values) => string; around: (v: Values, details: string) => string }
> = {
  FGM: {
    detail: (
      v,
    ) => `<FGMDetail><FuelGradeID>${v.grade ?? '001'}</FuelGradeID><FGMPriceTierSummary><FGMSalesTotals>
<FuelGradeSalesVolume>${v.volume ?? '1.5'}</FuelGradeSalesVolume><FuelGradeSalesAmount>${v.amount ?? '4.50'}</FuelGradeSalesAmount>
<DiscountAmount>${v.discount ?? '0'}</DiscountAmount><DispenserDiscountAmount>${v.dispenser ?? '0'}</DispenserDiscountAmount>
<PumpTestTotals><PumpTestVolume>${v.test ?? '0'}</PumpTestVolume></PumpTestTotals></FGMSalesTotals></FGMPriceTierSummary></FGMDetail>`,
    around: (v, details) => inReport(v, movement('FuelGradeMovement', v, details)),
  },
  MCM: {
    detail: (v) => `<MCMDetail><MerchandiseCode>${v.department ?? '12'}</MerchandiseCode>
<MerchandiseCodeDescription>${v.name ?? 'Snacks'}</MerchandiseCodeDescription><MCMSalesTotals><SalesAmount>${v.amount ?? '3.00'}</SalesAmount>
<DiscountAmount>${v.discount ?? '0'}</DiscountAmount><PromotionAmount>${v.promotion ?? '0'}</PromotionAmount>
<RefundAmount>${v.refund ?? '0'}</RefundAmount><SalesQuantity>${v.quantity ?? '1'}</SalesQuantity></MCMSalesTotals></MCMDetail>`,
    around: (v, details) => inReport(v, movement('MerchandiseCodeMovement', v, details)),
  },
  MSM: {
    detail: (v) =>
      summary('statistics', 'transactions', '', '0', v.count ?? '1') +
      summary('taxTotals', 'taxCollectedByTaxCode', '1', v.tax ?? '0.24', '1') +
      summary('fuelSalesByGrade', 'fuel', v.grade ?? '001', v.amount ?? '4.50', v.volume ?? '1.5'),
    around: (v, details) => inReport(v, movement('MiscellaneousSummaryMovement', v, details)),
  },
  TLM: {
    detail: (
      v,
    ) => `<TLMDetail><TaxLevelID>1</TaxLevelID><TaxCollectedAmount>${v.tax ?? '0.24'}</TaxCollectedAmount>
<TaxRefundedAmount>${v.refund ?? '0'}</TaxRefundedAmount></TLMDetail>`,
    around: (v, details) => inReport(v, movement('TaxLevelMovement', v, details)),
  },
  ISM: {
    detail: (v) => `<ISMDetail>${itemCode(v)}<Description>${v.name ?? 'Coffee'}</Description>
<MerchandiseCode>${v.department ?? '12'}</MerchandiseCode><ISMSellPriceSummary><ISMSalesTotals>
<SalesQuantity>${v.quantity ?? '1'}</SalesQuantity></ISMSalesTotals></ISMSellPriceSummary></ISMDetail>`,
    around: (v, details) => inReport(v, movement('ItemSalesMovement', v, details)),
  },
  PJR: {
    detail: (
      v,
    ) => `<SaleEvent><RegisterID>${v.register ?? '1'}</RegisterID><TransactionID>${v.transaction ?? '8945'}</TransactionID>
<BusinessDate>${v.date ?? '2026-03-13'}</BusinessDate><TransactionDetailGroup><TransactionLine><FuelLine>
<FuelGradeID>${v.grade ?? '001'}</FuelGradeID><SalesQuantity>${v.volume ?? '1.5'}</SalesQuantity><SalesAmount>${v.fuel ?? '4.50'}</SalesAmount>
<MerchandiseCode>${v.fuelDepartment ?? '1024'}</MerchandiseCode></FuelLine></TransactionLine><TransactionLine status="normal"><ItemLine>
${itemCode(v)}<Description>${v.name ?? 'Coffee'}</Description><MerchandiseCode>${v.department ?? '12'}</MerchandiseCode>
<SalesQuantity>${v.quantity ?? '1'}</SalesQuantity><SalesAmount>${v.amount ?? '3.00'}</SalesAmount>
<Discount><DiscountAmount>${v.discount ?? '0'}</DiscountAmount></Discount>
<Promotion><PromotionAmount>${v.promotion ?? '0'}</PromotionAmount></Promotion></ItemLine></TransactionLine>
<TransactionLine><MerchandiseCodeLine><MerchandiseCode>${v.codeLine ?? '13'}</MerchandiseCode><SalesAmount>1.00</SalesAmount></MerchandiseCodeLine></TransactionLine>
<TransactionLine><FeeLine><FeeAmount>${v.fee ?? '0.05'}</FeeAmount><MerchandiseCode>${v.feeCode ?? '14'}</MerchandiseCode></FeeLine></TransactionLine>
<TransactionLine><FuelPrepayLine><SalesAmount>${v.prepaid ?? '0'}</SalesAmount></FuelPrepayLine></TransactionLine>
<TransactionLine><TransactionTax><TaxCollectedAmount>${v.collected ?? '0'}</TaxCollectedAmount><TaxRefundedAmount>${v.refunded ?? '0'}</TaxRefundedAmount></TransactionTax></TransactionLine>
</TransactionDetailGroup><TransactionSummary><TransactionTotalGrossAmount>${v.gross ?? '8.55'}</TransactionTotalGrossAmount>
<TransactionTotalNetAmount>${v.net ?? '8.55'}</TransactionTotalNetAmount><TransactionTotalTaxNetAmount>${v.tax ?? ''}</TransactionTotalTaxNetAmount>
<TransactionTotalGrandAmount direction="Collected">${v.grand ?? '8.55'}</TransactionTotalGrandAmount></TransactionSummary></SaleEvent>`,
    around: (v, details) =>
      `<NAXML-POSJournal>${header(v)}<JournalReport>${details}</JournalReport></NAXML-POSJournal>`,
  },
  ITT: {
    detail: (
      v,
    ) => `<ITTDetail><RecordAction type="addchange"/>${itemCode(v)}<ITTData><ActiveFlag value="yes"/>
<Description>${v.name ?? 'Coffee'}</Description><MerchandiseCode>${v.department ?? '12'}</MerchandiseCode>
<RegularSellPrice>${v.price ?? '1.99'}</RegularSellPrice></ITTData></ITTDetail>`,
    around: (v, details) =>
      `<NAXML-MaintenanceRequest>${header(v)}<ItemMaintenance><TableAction type="initialize"/>${details}</ItemMaintenance></NAXML-MaintenanceRequest>`,
  },
};

function inReport(v: Values, reports: string): string {
  return `<NAXML-MovementReport>${header(v)}${reports}</NAXML-MovementReport>`;
}

function summary(code: string, subcode: string, modifier: string, amount: string, count: string): string {
  return `<MSMDetail><MiscellaneousSummaryCodes><MiscellaneousSummaryCode>${code}</MiscellaneousSummaryCode>
<MiscellaneousSummarySubCode>${subcode}</MiscellaneousSummarySubCode>
<MiscellaneousSummarySubCodeModifier>${modifier}</MiscellaneousSummarySubCodeModifier></MiscellaneousSummaryCodes>
<MSMSalesTotals><MiscellaneousSummaryAmount>${amount}</MiscellaneousSummaryAmount>
<MiscellaneousSummaryCount>${count}</MiscellaneousSummaryCount></MSMSalesTotals></MSMDetail>`;
}

const documentOf = (kind: string) => {
  const found = documents[kind];
  if (!found) throw new Error(kind);
  return found;
};
export function one(kind: string, values: Values): string[] {
  const { detail, around } = documentOf(kind);
  return [around(values, detail(values))];
}

/** Many details, written while they are read. */
export function* many(
  kind: string,
  count: number,
  valuesOf: (index: number) => Values,
  around: Values = {},
): Generator<string> {
  const document = documentOf(kind);
  const [start = '', end = ''] = document.around(around, '|').split('|');
  yield start;
  for (let index = 0; index < count; index++) yield document.detail(valuesOf(index));
  yield end;
}

/** What is longer than a code is refused. */
export const codes: [kind: string, slot: string, element: string][] = [
  ...Object.keys(documents).map((kind): [string, string, string] => [kind, 'store', 'StoreLocationID']),
  ...['FGM', 'MCM', 'MSM', 'TLM', 'ISM'].flatMap((kind): [string, string, string][] => [
    [kind, 'register', 'RegisterID'],
    [kind, 'cashier', 'CashierID'],
    [kind, 'till', 'TillID'],
  ]),
  ['PJR', 'register', 'RegisterID'],
  ['PJR', 'transaction', 'TransactionID'],
  ['FGM', 'grade', 'FuelGradeID'],
  ['PJR', 'grade', 'FuelGradeID'],
  ['MSM', 'grade', 'MiscellaneousSummarySubCodeModifier'],
  ...['MCM', 'ISM', 'PJR', 'ITT'].map((kind): [string, string, string] => [
    kind,
    'department',
    'MerchandiseCode',
  ]),
  ...['fuelDepartment', 'codeLine', 'feeCode'].map((slot): [string, string, string] => [
    'PJR',
    slot,
    'MerchandiseCode',
  ]),
  ...['ISM', 'PJR', 'ITT'].flatMap((kind): [string, string, string][] => [
    [kind, 'item', 'POSCode'],
    [kind, 'format', 'format'],
  ]),
];

/** What is longer is cut. */
export const names: [kind: string, slot: string][] = [
  ...Object.keys(documents).flatMap((kind): [string, string][] => [
    [kind, 'make'],
    [kind, 'version'],
  ]),
  ...['MCM', 'ISM', 'PJR', 'ITT'].map((kind): [string, string] => [kind, 'name']),
];

/** What adds up. `places` are those after the point. */
export const figures: [kind: string, slot: string, places: number][] = [
  ['FGM', 'volume', 3],
  ...['amount', 'discount', 'dispenser'].map((slot): [string, string, number] => ['FGM', slot, 2]),
  ['FGM', 'test', 3],
  ...['amount', 'discount', 'promotion', 'refund'].map((slot): [string, string, number] => ['MCM', slot, 2]),
  ['MCM', 'quantity', 3],
  // The elements of a summary are shared by its codes.
  ['MSM', 'tax', 2],
  ['MSM', 'amount', 2],
  ['MSM', 'volume', 3],
  ['TLM', 'tax', 2],
  ['TLM', 'refund', 2],
  ['ISM', 'quantity', 3],
  ...[
    'fuel',
    'amount',
    'discount',
    'promotion',
    'fee',
    'prepaid',
    'collected',
    'refunded',
    'gross',
    'net',
    'tax',
    'grand',
  ].map((slot): [string, string, number] => ['PJR', slot, 2]),
  ['PJR', 'volume', 3],
  ['PJR', 'quantity', 3],
];

/** What a number may be, and what is beyond that. */
export const numbers: [kind: string, slot: string, most: string, beyond: string, sentence: string][] = [
  [
    'MSM',
    'count',
    '999999999',
    '9999999990',
    'MiscellaneousSummaryCount has more than 9 digits before the point',
  ],
  [
    'ITT',
    'price',
    '999999999.99',
    '9999999999.90',
    'RegularSellPrice has more than 9 digits before the point',
  ],
  ['FGM', 'amount', '000000000000001.50', '1000000000000000.50', 'has more than 9 digits before the point'],
  ['MCM', 'period', '999', '9990', 'PrimaryReportPeriod must be from 0 to 999'],
  ['TLM', 'period', '0', '-1', 'PrimaryReportPeriod must be from 0 to 999'],
  ['MCM', 'sequence', '999999', '9999990', 'ReportSequenceNumber must be from 0 to 999,999'],
  ['ISM', 'sequence', '000001', '999999999999', 'ReportSequenceNumber has more than 9 digits'],
  ['MCM', 'quantity', '1.2345', '1.2.3', 'SalesQuantity is not an amount'],
];

const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

/** As many reports as needed, each with one detail. */
function* manyReports(kind: string, count: number, valuesOf: (index: number) => Values): Generator<string> {
  const document = documentOf(kind);
  const whole = document.around({}, '|');
  const name = /<(\w+Movement)>/.exec(whole)?.[1] ?? '';
  yield whole.slice(0, whole.indexOf(`<${name}>`));
  for (let index = 0; index < count; index++)
    yield movement(name, valuesOf(index), document.detail(valuesOf(index)));
  yield '</NAXML-MovementReport>';
}

export const counts: [
  what: string,
  max: number,
  make: (count: number) => Iterable<string>,
  sentence: string,
][] = [
  [
    'reports',
    limits.reportsMaxCount,
    (count) => manyReports('TLM', count, () => ({})),
    'the file has more than 500 reports',
  ],
  ...['FGM', 'MCM', 'MSM', 'TLM', 'ISM'].flatMap((kind): (typeof counts)[number][] => [
    [
      `tills of ${kind}`,
      limits.tillsMaxCount,
      (count) => manyReports(kind, count, (index) => ({ till: `${index}` })),
      'the file has more than 200 tills',
    ],
    [
      `dates of ${kind}`,
      limits.datesMaxCount,
      (count) => manyReports(kind, count, (index) => ({ date: day(index) })),
      'the file has more than 40 business dates',
    ],
  ]),
  [
    'dates of PJR',
    limits.datesMaxCount,
    (count) => many('PJR', count, (index) => ({ date: day(index) })),
    'the file has more than 40 business dates',
  ],
  ...['FGM', 'MSM', 'PJR'].map((kind): (typeof counts)[number] => [
    `grades of ${kind}`,
    limits.gradesMaxCount,
    (count) => many(kind, count, (index) => ({ grade: `${index}` })),
    'the file has more than 100 grades',
  ]),
  [
    'grades of many reports',
    limits.gradesMaxCount,
    (count) => manyReports('FGM', count, (index) => ({ grade: `${index}` })),
    'the file has more than 100 grades',
  ],
  ...['MCM', 'ISM', 'PJR'].map((kind): (typeof counts)[number] => [
    `departments of ${kind}`,
    limits.departmentsMaxCount - 3,
    (count) => many(kind, count, (index) => ({ department: `d${index}` })),
    'the file has more than 1,000 departments',
  ]),
  [
    'items of ISM',
    limits.itemsMaxCount,
    (count) => many('ISM', count, (index) => ({ item: `${index}` })),
    'the report has more than 50,000 items',
  ],
  [
    'items of ITT',
    limits.itemsMaxCount,
    (count) => many('ITT', count, (index) => ({ item: `${index}` })),
    'the price book has more than 50,000 items',
  ],
  ['events', limits.eventsMaxCount, manyEvents, 'the file has more than 50,000 events'],
  [
    'elements of an event',
    limits.nodesMaxCount,
    (count) => inEvent('<a/>'.repeat(count - 1)),
    'one SaleEvent has more than 20000 elements',
  ],
  [
    'attributes',
    limits.attributesMaxCount,
    (count) => inEvent(`<a ${Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')}/>`),
    'an element has more than 100 attributes',
  ],
  [
    'letters of a text',
    limits.textMaxLength,
    (count) => inEvent(`<Note>${'x'.repeat(count)}</Note>`),
    'Note has more than 64 kB of text',
  ],
  [
    'letters of an attribute',
    limits.textMaxLength,
    (count) => inEvent(`<Note a="${'x'.repeat(count)}"/>`),
    'an attribute has more than 64 kB',
  ],
  [
    'letters of an event',
    limits.nodesMaxLength - 1000,
    (count) => inEvent(`<a>${'x'.repeat(40_000)}</a>`.repeat(count / 40_000)),
    'one SaleEvent has more than 4 MB of text',
  ],
  [
    'levels',
    limits.depthMax,
    (count) => ['<a>'.repeat(count), '</a>'.repeat(count)],
    'elements are nested more than 40 deep',
  ],
];

function* manyEvents(count: number): Generator<string> {
  yield '<NAXML-POSJournal><JournalReport>';
  for (let index = 0; index < count; index++)
    yield `<OtherEvent><BusinessDate>2026-03-13</BusinessDate><TransactionID>${index}</TransactionID></OtherEvent>`;
  yield '</JournalReport></NAXML-POSJournal>';
}

function* inEvent(text: string): Generator<string> {
  yield '<NAXML-POSJournal><JournalReport><SaleEvent><BusinessDate>2026-03-13</BusinessDate>';
  yield text;
  yield '</SaleEvent></JournalReport></NAXML-POSJournal>';
}

/** Of one detail: everything at its limit, or at a multiple of that. */
const all = (times: number, index: number): Values => {
  const code = (slot: string) => `${slot}${index}`.padEnd(times * limits.codeMaxLength, 'x');
  return {
    ...Object.fromEntries(
      ['store', 'register', 'cashier', 'till', 'item', 'format', 'transaction'].map((slot) => [
        slot,
        code(slot),
      ]),
    ),
    ...{
      grade: code(`g${index % 97}`).slice(0, times * 40),
      department: code(`d${index % 900}`).slice(0, times * 40),
    },
    ...{ make: 'x'.repeat(times * 100), version: 'x'.repeat(times * 100), name: 'y'.repeat(times * 100) },
    ...{ sequence: `${times * 999_999}`, period: `${times * 999}` },
  };
};

/** A document with as many details as it may have, each with everything at its limit. */
export function atAllLimits(kind: string): Iterable<string> {
  const amount = String((limits.figureMax / 100 / 2000) * 0.9);
  const sums = Object.fromEntries(
    ['amount', 'discount', 'promotion', 'refund', 'tax', 'fuel', 'fee', 'net', 'gross'].map((slot) => [
      slot,
      amount,
    ]),
  );
  const values = (index: number): Values => ({
    ...all(1, index),
    ...{ grade: `g${index % 97}`, department: `d${index % 900}`, volume: '1' },
    ...(index < 1000 && sums),
  });
  return many(kind, detailsMax(kind), values, { ...all(1, 0), store: '12' });
}

/** Ten times as many, each with everything at ten times its limit. */
export function beyondAllLimits(kind: string): Iterable<string> {
  return many(kind, 10 * detailsMax(kind), (index) => all(10, index), all(10, 0));
}

const detailsMax = (kind: string) => (kind === 'ISM' || kind === 'ITT' ? limits.itemsMaxCount : 1000);
