import { type DemoDay, type DemoSale, type DemoTill, fuelDepartment, products } from './register-day.pure.ts';

/** How a make of registers writes its files. */
export interface Make {
  vendor: string;
  model: string;
  version: string;
  kind: 'tiers' | 'positions' | 'summary';
}

export const makes: readonly Make[] = [
  { vendor: 'Larkspur', model: '11.02', version: '3.4', kind: 'tiers' },
  { vendor: 'Tidewater', model: '53.41', version: '3.4', kind: 'positions' },
  { vendor: 'Northgate', model: '2026.3', version: '3.6', kind: 'summary' },
];

export interface DemoFile {
  name: string;
  text: string;
}

const decimal = (value: number, places: number) => (value / 10 ** places).toFixed(places);
const money = (cents: number) => decimal(cents, 2);
const nameOf = (document: string, day: string) => `${document}${day.replaceAll('-', '')}.xml`;

/** The newest version has a namespace, older ones an encoding of their own. */
function document({ vendor, model, version, kind }: Make, root: string, store: string, body: string): string {
  const [encoding, namespace] =
    kind === 'summary'
      ? ['version="1.0"', ' xmlns="http://www.naxml.org/POSBO/Vocabulary/2003-10-16"']
      : ['version ="1.0" encoding="ISO-8859-1"', ''];
  return `<?xml ${encoding}?>
<${root} version="${version}"${namespace}><TransmissionHeader><StoreLocationID>${store}</StoreLocationID><VendorName>${vendor}</VendorName><VendorModelVersion>${model}</VendorModelVersion></TransmissionHeader>
${body}</${root}>
`;
}

function gradeDetail({ kind }: Make, { grade, volume, gross, discounts }: DemoDay['grades'][number]): string {
  const discount = money(kind === 'positions' ? -discounts : discounts);
  const totals = `<FGMSalesTotals><FuelGradeSalesVolume>${decimal(volume, 3)}</FuelGradeSalesVolume><FuelGradeSalesAmount>${money(gross)}</FuelGradeSalesAmount><DispenserDiscountAmount>${discount}</DispenserDiscountAmount></FGMSalesTotals>`;
  const tier = `<FGMPriceTierSummary><PriceTierCode>0001</PriceTierCode>${totals}</FGMPriceTierSummary>`;
  const position = `<FGMPositionSummary><FuelPositionID>1</FuelPositionID>${tier}</FGMPositionSummary>`;
  return `<FGMDetail><FuelGradeID>${grade}</FuelGradeID>${kind === 'positions' ? position : tier}</FGMDetail>`;
}

function summaryDetail(codes: readonly [string, string, string], amount: string, count: string): string {
  const [code, sub, modifier] = codes;
  return `<MSMDetail><MiscellaneousSummaryCodes><MiscellaneousSummaryCode>${code}</MiscellaneousSummaryCode><MiscellaneousSummarySubCode>${sub}</MiscellaneousSummarySubCode><MiscellaneousSummarySubCodeModifier>${modifier}</MiscellaneousSummarySubCodeModifier></MiscellaneousSummaryCodes><MSMSalesTotals><MiscellaneousSummaryAmount>${amount}</MiscellaneousSummaryAmount><MiscellaneousSummaryCount>${count}</MiscellaneousSummaryCount></MSMSalesTotals></MSMDetail>`;
}

/** What a till says, and what the whole day says of all of them. */
function tillDetails(tills: readonly DemoTill[], isDay: boolean): string[] {
  const sum = (read: (till: DemoTill) => number) => tills.reduce((total, till) => total + read(till), 0);
  const detail = (path: string, cents: number, count: number) => {
    const [code = '', sub = '', modifier = ''] = path.split('/');
    return summaryDetail([code, sub, modifier], money(cents), String(count));
  };
  const paid = (['cash', 'creditCards', 'debitCards', 'foodStamps'] as const).map((code) =>
    detail(
      `sales/MOP/${code}`,
      sum(({ tenders }) => tenders[code].amount),
      sum(({ tenders }) => tenders[code].count),
    ),
  );
  const counts = [
    detail(
      'statistics/transactions',
      0,
      sum(({ sales }) => sales),
    ),
    detail(
      'refunds/total',
      sum(({ refunds }) => refunds * 350),
      sum(({ refunds }) => refunds),
    ),
    detail(
      'statistics/voidTransactions',
      sum(({ voids }) => voids * 420),
      sum(({ voids }) => voids),
    ),
    detail(
      'statistics/noSales',
      0,
      sum(({ no_sales }) => no_sales),
    ),
    detail(
      'statistics/driveOffs',
      sum(({ drive_offs }) => drive_offs * 4210),
      sum(({ drive_offs }) => drive_offs),
    ),
    detail(
      'payOuts/total',
      sum(({ paid_out }) => paid_out),
      tills.filter(({ paid_out }) => paid_out > 0).length,
    ),
    detail(
      'safeDrop/total',
      sum(({ drop }) => drop),
      sum(({ drop }) => drop / 20_000),
    ),
  ];
  // Nobody has proven what it means: it is listed as not understood.
  if (isDay) return [...counts, ...paid, detail('vendorPay/total', 0, 0)];
  return [
    ...[...counts, ...paid],
    detail(
      'openingBalance',
      sum(({ opening }) => opening),
      0,
    ),
    detail(
      'closingBalance',
      sum(({ closing }) => closing),
      0,
    ),
    detail(
      'statistics/overShort',
      sum(({ over_short }) => over_short),
      0,
    ),
  ];
}

/** The reports of a closed day. One make says fuel and tax in its summary only. */
export function dayFiles(make: Make, store: string, day: DemoDay): DemoFile[] {
  const { business_date, began, ended } = day;
  const date = (local: string) => local.slice(0, 10) + (make.kind === 'summary' ? 'T00:00:00-05:00' : '');
  const header = `<MovementHeader><ReportSequenceNumber>1</ReportSequenceNumber><PrimaryReportPeriod>2</PrimaryReportPeriod><SecondaryReportPeriod>0</SecondaryReportPeriod><BusinessDate>${date(business_date)}</BusinessDate><BeginDate>${date(began)}</BeginDate><BeginTime>${began.slice(11)}</BeginTime><EndDate>${date(ended)}</EndDate><EndTime>${ended.slice(11)}</EndTime></MovementHeader>`;
  const file = (name: string, element: string, details: readonly string[]): DemoFile => {
    const body = `<${element}>${header}\n${details.join('\n')}\n</${element}>`;
    return { name: nameOf(name, business_date), text: document(make, 'NAXML-MovementReport', store, body) };
  };
  const departments = day.departments.map(
    ({ code, name, amount, discounts }) =>
      `<MCMDetail><MerchandiseCode>${code}</MerchandiseCode><MerchandiseCodeDescription>${name}</MerchandiseCodeDescription><MCMSalesTotals><DiscountAmount>${money(discounts)}</DiscountAmount><SalesAmount>${money(amount)}</SalesAmount></MCMSalesTotals></MCMDetail>`,
  );
  const items = day.items.map(
    ({ code, name, department, units }) =>
      `<ISMDetail><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><ISMSellPriceSummary><ISMSalesTotals><SalesQuantity>${decimal(units, 3)}</SalesQuantity></ISMSalesTotals></ISMSellPriceSummary></ISMDetail>`,
  );
  const element = 'MiscellaneousSummaryMovement';
  const shift = header.replace('<PrimaryReportPeriod>2<', '<PrimaryReportPeriod>98<');
  const tills = day.tills.map(
    (till, index) =>
      `<${element}>${shift}<SalesMovementHeader><RegisterID>${1 + index}</RegisterID><CashierID>${till.cashier}</CashierID><TillID>${1 + index}</TillID></SalesMovementHeader>\n${tillDetails([till], false).join('\n')}\n</${element}>`,
  );
  const sales = tillDetails(day.tills, true);
  const files = [
    {
      name: nameOf('MSM98', business_date),
      text: document(make, 'NAXML-MovementReport', store, tills.join('\n')),
    },
    file('MCM', 'MerchandiseCodeMovement', departments),
    file('ISM', 'ItemSalesMovement', items),
  ];
  if (make.kind === 'summary') {
    const fuel = day.grades.map(({ grade, volume, gross, discounts }) =>
      summaryDetail(['fuelSalesByGrade', 'fuel', grade], money(gross - discounts), decimal(volume, 3)),
    );
    const tax = summaryDetail(['taxTotals', 'taxCollectedByTaxCode', '1'], money(day.tax), '1');
    return [...files, file('MSM', element, [...sales, ...fuel, tax])];
  }
  const grades = day.grades.map((grade) => gradeDetail(make, grade));
  const tax = `<TLMDetail><TaxLevelID>1</TaxLevelID><TaxCollectedAmount>${money(day.tax)}</TaxCollectedAmount><TaxRefundedAmount>0</TaxRefundedAmount></TLMDetail>`;
  return [
    ...files,
    file('FGM', 'FuelGradeMovement', grades),
    file('MSM', element, sales),
    file('TLM', 'TaxLevelMovement', [tax]),
  ];
}

function saleEvent(business_date: string, { transaction, began, fuel, items, tax }: DemoSale): string {
  const lines = [
    ...(fuel
      ? [
          `<FuelLine><FuelGradeID>${fuel.grade}</FuelGradeID><SalesQuantity>${decimal(fuel.volume, 3)}</SalesQuantity><SalesAmount>${money(fuel.amount)}</SalesAmount><MerchandiseCode>${fuelDepartment}</MerchandiseCode></FuelLine>`,
        ]
      : []),
    ...items.map(
      ({ code, name, department, price, units }) =>
        `<ItemLine><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><SalesQuantity>${decimal(units, 3)}</SalesQuantity><SalesAmount>${money((price * units) / 1000)}</SalesAmount></ItemLine>`,
    ),
    `<TenderInfo><Tender><TenderCode>${transaction % 3 === 0 ? 'cash' : 'creditCards'}</TenderCode></Tender><TenderAmount>${money((fuel?.amount ?? 0) + items.reduce((sum, { price, units }) => sum + (price * units) / 1000, 0) + tax)}</TenderAmount></TenderInfo>`,
  ];
  const details = lines.map((line) => `<TransactionLine status="normal">${line}</TransactionLine>`).join('');
  return `<SaleEvent><RegisterID>1</RegisterID><TransactionID>${transaction}</TransactionID><BusinessDate>${business_date}</BusinessDate><EventStartDate>${began.slice(0, 10)}</EventStartDate><EventStartTime>${began.slice(11)}</EventStartTime><TrainingModeFlag value="no"/><TransactionDetailGroup>${details}</TransactionDetailGroup><TransactionSummary><TransactionTotalTaxNetAmount>${money(tax)}</TransactionTotalTaxNetAmount></TransactionSummary></SaleEvent>`;
}

export function journalFile(
  make: Make,
  store: string,
  business_date: string,
  sales: readonly DemoSale[],
): DemoFile {
  const events = sales.map((sale) => saleEvent(business_date, sale)).join('\n');
  const body = `<JournalReport><JournalHeader/>\n${events}\n</JournalReport>`;
  return { name: nameOf('PJR', business_date), text: document(make, 'NAXML-POSJournal', store, body) };
}

export function priceBookFile(make: Make, store: string): DemoFile {
  const items = products.map(
    ({ code, name, department, price }) =>
      `<ITTDetail><RecordAction type="addchange"/><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><ITTData><ActiveFlag value="yes"/><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><RegularSellPrice>${money(price)}</RegularSellPrice></ITTData></ITTDetail>`,
  );
  const body = `<ItemMaintenance><TableAction type="initialize"/>\n${items.join('\n')}\n</ItemMaintenance>`;
  return { name: 'ITT.xml', text: document(make, 'NAXML-MaintenanceRequest', store, body) };
}
