import { type DemoDay, type DemoSale, fuelDepartment, products } from './register-day.pure.ts';

/** How a make of registers writes its files. */
export type Make = 'tiers' | 'positions' | 'summary';
export const makes: readonly Make[] = ['tiers', 'positions', 'summary'];

const vendors: Record<Make, { name: string; model: string; version: string }> = {
  tiers: { name: 'Larkspur', model: '11.02', version: '3.4' },
  positions: { name: 'Tidewater', model: '53.41', version: '3.4' },
  summary: { name: 'Northgate', model: '2026.3', version: '3.6' },
};

export interface DemoFile {
  name: string;
  text: string;
}

const decimal = (value: number, places: number) => (value / 10 ** places).toFixed(places);
const money = (cents: number) => decimal(cents, 2);
const date = (make: Make, day: string) => (make === 'summary' ? `${day}T00:00:00-05:00` : day);

/** The newest version has a namespace, older ones an encoding of their own. */
function document(make: Make, root: string, store: string, body: string): string {
  const { name, model, version } = vendors[make];
  const namespace = make === 'summary' ? ' xmlns="http://www.naxml.org/POSBO/Vocabulary/2003-10-16"' : '';
  const declaration =
    make === 'summary' ? '<?xml version="1.0"?>' : '<?xml version ="1.0" encoding="ISO-8859-1"?>';
  return `${declaration}
<${root} version="${version}"${namespace}><TransmissionHeader><StoreLocationID>${store}</StoreLocationID><VendorName>${name}</VendorName><VendorModelVersion>${model}</VendorModelVersion></TransmissionHeader>
${body}</${root}>
`;
}

function report(
  make: Make,
  store: string,
  element: string,
  day: DemoDay,
  details: readonly string[],
): string {
  const [beginTime, endTime] = [day.began.slice(11), day.ended.slice(11)];
  const header = `<MovementHeader><ReportSequenceNumber>1</ReportSequenceNumber><PrimaryReportPeriod>2</PrimaryReportPeriod><SecondaryReportPeriod>0</SecondaryReportPeriod><BusinessDate>${date(make, day.business_date)}</BusinessDate><BeginDate>${date(make, day.began.slice(0, 10))}</BeginDate><BeginTime>${beginTime}</BeginTime><EndDate>${date(make, day.ended.slice(0, 10))}</EndDate><EndTime>${endTime}</EndTime></MovementHeader>`;
  return document(
    make,
    'NAXML-MovementReport',
    store,
    `<${element}>${header}\n${details.join('\n')}\n</${element}>`,
  );
}

function gradeDetail(make: Make, { grade, volume, gross, discounts }: DemoDay['grades'][number]): string {
  const sign = make === 'positions' ? -1 : 1;
  const totals = `<FGMSalesTotals><FuelGradeSalesVolume>${decimal(volume, 3)}</FuelGradeSalesVolume><FuelGradeSalesAmount>${money(gross)}</FuelGradeSalesAmount><DispenserDiscountAmount>${money(sign * discounts)}</DispenserDiscountAmount></FGMSalesTotals>`;
  const tier = `<FGMPriceTierSummary><PriceTierCode>0001</PriceTierCode>${totals}</FGMPriceTierSummary>`;
  const summary =
    make === 'positions'
      ? `<FGMPositionSummary><FuelPositionID>1</FuelPositionID>${tier}</FGMPositionSummary>`
      : tier;
  return `<FGMDetail><FuelGradeID>${grade}</FuelGradeID>${summary}</FGMDetail>`;
}

function summaryDetail(codes: readonly [string, string, string], amount: string, count: string): string {
  const [code, sub, modifier] = codes;
  return `<MSMDetail><MiscellaneousSummaryCodes><MiscellaneousSummaryCode>${code}</MiscellaneousSummaryCode><MiscellaneousSummarySubCode>${sub}</MiscellaneousSummarySubCode><MiscellaneousSummarySubCodeModifier>${modifier}</MiscellaneousSummarySubCodeModifier></MiscellaneousSummaryCodes><MSMSalesTotals><MiscellaneousSummaryAmount>${amount}</MiscellaneousSummaryAmount><MiscellaneousSummaryCount>${count}</MiscellaneousSummaryCount></MSMSalesTotals></MSMDetail>`;
}

/** The reports of a closed day. One make says fuel and tax in its summary only. */
export function dayFiles(make: Make, store: string, day: DemoDay): DemoFile[] {
  const name = (element: string) => `${element}${day.business_date.replaceAll('-', '')}.xml`;
  const of = (element: string, title: string, details: readonly string[]): DemoFile => ({
    name: name(element),
    text: report(make, store, title, day, details),
  });
  const isSummary = make === 'summary';
  const summary = [
    summaryDetail(['statistics', 'transactions', ''], '0', String(day.sales)),
    ...(isSummary ? day.grades : []).map(({ grade, volume, gross, discounts }) =>
      summaryDetail(['fuelSalesByGrade', 'fuel', grade], money(gross - discounts), decimal(volume, 3)),
    ),
    ...(isSummary ? [summaryDetail(['taxTotals', 'taxCollectedByTaxCode', '1'], money(day.tax), '1')] : []),
  ];
  const departments = day.departments.map(
    ({ code, name, amount, discounts }) =>
      `<MCMDetail><MerchandiseCode>${code}</MerchandiseCode><MerchandiseCodeDescription>${name}</MerchandiseCodeDescription><MCMSalesTotals><DiscountAmount>${money(discounts)}</DiscountAmount><SalesAmount>${money(amount)}</SalesAmount></MCMSalesTotals></MCMDetail>`,
  );
  const items = day.items.map(
    ({ code, name, department, units }) =>
      `<ISMDetail><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><ISMSellPriceSummary><ISMSalesTotals><SalesQuantity>${decimal(units, 3)}</SalesQuantity></ISMSalesTotals></ISMSellPriceSummary></ISMDetail>`,
  );
  const tax = `<TLMDetail><TaxLevelID>1</TaxLevelID><TaxCollectedAmount>${money(day.tax)}</TaxCollectedAmount><TaxRefundedAmount>0</TaxRefundedAmount></TLMDetail>`;
  return [
    ...(isSummary
      ? []
      : [
          of(
            'FGM',
            'FuelGradeMovement',
            day.grades.map((grade) => gradeDetail(make, grade)),
          ),
        ]),
    of('MCM', 'MerchandiseCodeMovement', departments),
    of('MSM', 'MiscellaneousSummaryMovement', summary),
    ...(isSummary ? [] : [of('TLM', 'TaxLevelMovement', [tax])]),
    of('ISM', 'ItemSalesMovement', items),
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
    '<TenderInfo><TenderCode>cash</TenderCode></TenderInfo>',
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
  const text = document(
    make,
    'NAXML-POSJournal',
    store,
    `<JournalReport><JournalHeader/>\n${events}\n</JournalReport>`,
  );
  return { name: `PJR${business_date.replaceAll('-', '')}.xml`, text };
}

export function priceBookFile(make: Make, store: string): DemoFile {
  const items = products.map(
    ({ code, name, department, price }) =>
      `<ITTDetail><RecordAction type="addchange"/><ItemCode><POSCodeFormat format="upcA"/><POSCode>${code}</POSCode></ItemCode><ITTData><ActiveFlag value="yes"/><Description>${name}</Description><MerchandiseCode>${department}</MerchandiseCode><RegularSellPrice>${money(price)}</RegularSellPrice></ITTData></ITTDetail>`,
  );
  const body = `<ItemMaintenance><TableAction type="initialize"/>\n${items.join('\n')}\n</ItemMaintenance>`;
  return { name: 'ITT.xml', text: document(make, 'NAXML-MaintenanceRequest', store, body) };
}
