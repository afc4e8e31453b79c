import { expect, test } from 'vitest';
import { createRegisterFileReader } from './read-register-file.pure.ts';
import type { JournalEvent } from './register-file.pure.ts';

const text = (name: string, value: string | undefined) =>
  value === undefined ? '' : `<${name}>${value}</${name}>`;

interface Line {
  element?: 'ItemLine' | 'MerchandiseCodeLine' | 'FuelLine' | 'FuelPrepayLine' | 'FeeLine';
  amount: string;
  discount?: string;
  promotion?: string;
  /** In the line of the transaction, not in that of the item. */
  beside?: string;
}

interface Summary {
  gross?: string;
  net?: string;
  tax?: string;
  grand?: string;
  direction?: string;
}

function lineOf({ element = 'ItemLine', amount, discount, promotion, beside = '' }: Line): string {
  const inner = [
    text('FuelGradeID', element === 'FuelLine' ? '001' : undefined),
    text(element === 'FeeLine' ? 'FeeAmount' : 'SalesAmount', amount),
    discount === undefined
      ? ''
      : `<Discount>${text('DiscountAmount', discount)}<DiscountReason>x</DiscountReason></Discount>`,
    promotion === undefined
      ? ''
      : `<Promotion><PromotionID>7</PromotionID>${text('PromotionAmount', promotion)}</Promotion>`,
  ].join('');
  return `<TransactionLine status="normal"><${element}>${inner}</${element}>${beside}</TransactionLine>`;
}

function read(lines: readonly Line[], summary: Summary, kind = 'SaleEvent'): JournalEvent {
  const { gross, net, tax, grand, direction } = summary;
  const reader = createRegisterFileReader();
  reader.write(
    Buffer.from(`<NAXML-POSJournal><JournalReport><${kind}><BusinessDate>2026-03-13</BusinessDate>
<TransactionDetailGroup>${lines.map(lineOf).join('')}</TransactionDetailGroup><TransactionSummary>
${text('TransactionTotalGrossAmount', gross)}${text('TransactionTotalNetAmount', net)}${text('TransactionTotalTaxNetAmount', tax)}
${grand === undefined ? '' : `<TransactionTotalGrandAmount direction="${direction}">${grand}</TransactionTotalGrandAmount>`}
</TransactionSummary></${kind}></JournalReport></NAXML-POSJournal>`),
  );
  const [event] = reader.end().events;
  return JSON.parse(event?.content ?? '');
}

const netOf = ({ goods, fuel }: JournalEvent) =>
  [...goods, ...fuel].reduce((sum, { amount }) => sum + amount, 0);

const discounted: Line[] = [
  { amount: '9.99', discount: '-1.00' },
  { amount: '4.48', promotion: '0.48' },
];

test.each<[what: string, lines: Line[], summary: Summary, net: number, unexplained?: number]>([
  [
    'lines before discounts, net without tax',
    discounted,
    { gross: '14.47', net: '12.99', tax: '0.90' },
    1299,
  ],
  ['lines before discounts, net with tax', discounted, { gross: '14.47', net: '13.89', tax: '0.90' }, 1299],
  [
    'lines before discounts, all totals after them',
    discounted,
    { gross: '12.99', net: '13.89', tax: '0.90' },
    1299,
  ],
  ['lines before discounts, no totals', discounted, {}, 1299],
  [
    'lines before discounts, only what was collected',
    discounted,
    { grand: '13.89', tax: '0.90', direction: 'Collected' },
    1299,
  ],
  [
    'lines after discounts, net without tax',
    [
      { amount: '8.99', discount: '1.00' },
      { amount: '4.00', promotion: '0.48' },
    ],
    { net: '12.99', tax: '0.90' },
    1299,
  ],
  [
    'lines after discounts, net with tax',
    [{ amount: '8.99', discount: '1.00' }, { amount: '4.00' }],
    { gross: '12.99', net: '13.89', tax: '0.90' },
    1299,
  ],
  [
    'promotions subtracted already, discounts not',
    [
      { amount: '9.99', discount: '1.00' },
      { amount: '4.00', promotion: '0.48' },
    ],
    { net: '12.99' },
    1299,
  ],
  [
    'discounts subtracted already, promotions not',
    [
      { amount: '8.99', discount: '1.00' },
      { amount: '4.48', promotion: '0.48' },
    ],
    { net: '12.99' },
    1299,
  ],
  [
    'a discount as large as the tax',
    [{ amount: '10.00', discount: '0.80' }],
    { gross: '9.20', net: '10.00', tax: '0.80' },
    920,
  ],
  [
    'a discount beside the item',
    [{ amount: '10.00', beside: '<Discount><DiscountAmount>0.80</DiscountAmount></Discount>' }],
    { net: '9.20' },
    920,
  ],
  [
    'a department and a fee',
    [
      { element: 'MerchandiseCodeLine', amount: '5.00', promotion: '-1.00' },
      { element: 'FeeLine', amount: '0.05' },
    ],
    { net: '4.05' },
    405,
  ],
  [
    'an item given back in a sale',
    [{ amount: '10.00' }, { amount: '-5.00', discount: '0.50' }],
    { net: '5.50' },
    550,
  ],
  [
    'a sale that gives money back',
    [{ amount: '-10.00' }, { amount: '5.00' }],
    { grand: '5.00', direction: 'Refunded' },
    -500,
  ],
  [
    'fuel that is what the customer pays',
    [{ element: 'FuelLine', amount: '29.99', promotion: '0.50' }],
    { net: '29.99' },
    2999,
  ],
  [
    'fuel before its promotion',
    [{ element: 'FuelLine', amount: '30.49', promotion: '0.50' }],
    { net: '29.99' },
    2999,
  ],
  ['fuel without totals', [{ element: 'FuelLine', amount: '29.99', promotion: '0.50' }], {}, 2999],
  [
    'fuel that is paid before',
    [{ element: 'FuelPrepayLine', amount: '20.00' }, { amount: '3.00' }],
    { net: '23.00' },
    300,
  ],
  [
    'a prepayment that the total leaves out',
    [{ element: 'FuelPrepayLine', amount: '20.00' }, { amount: '3.00' }],
    { net: '3.00' },
    300,
  ],
  [
    'a total that says less than the lines',
    [{ amount: '14.47' }],
    { gross: '14.47', net: '12.99' },
    1447,
    -148,
  ],
  ['a total that nothing explains', discounted, { net: '12.00' }, 1299, -99],
  ['a total that says more', [{ amount: '1.00' }], { net: '2.08', tax: '0.08' }, 100, 100],
])('%s: the net of a sale agrees with its totals, or says by how much it does not', (_, lines, summary, net, unexplained) => {
  const event = read(lines, summary);
  expect([netOf(event), event.unexplained]).toEqual([net, unexplained]);
});

test.each<[what: string, lines: Line[], summary: Summary, unexplained?: number]>([
  ['positive amounts before discounts', discounted, { gross: '14.47', net: '12.99', tax: '0.90' }],
  [
    'negative amounts before discounts',
    [
      { amount: '-9.99', discount: '1.00' },
      { amount: '-4.48', promotion: '0.48' },
    ],
    { gross: '-14.47', net: '-13.89', tax: '-0.90' },
  ],
  [
    'positive amounts after discounts',
    [{ amount: '8.99', discount: '1.00' }, { amount: '4.00' }],
    { gross: '12.99', net: '12.99' },
  ],
  [
    'negative lines below positive totals',
    [{ amount: '-8.99', discount: '1.00' }, { amount: '-4.00' }],
    { net: '12.99' },
  ],
  ['no totals', discounted, {}],
  ['totals that say less', [{ amount: '12.99' }], { net: '10.00' }, 299],
])('%s: the net of a refund is negative and agrees with its totals', (_, lines, summary, unexplained) => {
  const event = read(lines, summary, 'RefundEvent');
  expect([netOf(event), event.unexplained]).toEqual([-1299, unexplained]);
});

test('an event that counts as nothing has no difference', () => {
  expect(read([{ amount: '5.00' }], { net: '4.00' }, 'VoidEvent')).not.toHaveProperty('unexplained');
});
