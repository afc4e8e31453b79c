/** What a spreadsheet says of a location and date, in cents and thousandths. An empty list is unknown, as null is. */
export interface CloseDay {
  /** 'Fuel' where the file names no grade. */
  fuel: { grade: string; volume: number | null; amount: number | null }[];
  /** Some are merchandise by the choice of their column; what others are is decided as of any department. */
  departments: { code: string; name: string | null; amount: number; is_merchandise: boolean }[];
  tax: number | null;
  /** Transactions. */
  sales: number | null;
  tenders: { code: string; amount: number; count: number | null }[];
  /** Of the till; an `over_short` above zero is over. */
  values: { code: CloseValue; amount: number }[];
}

export const closeValues = [
  'over_short',
  'paid_outs',
  'safe_drops',
  'refunds',
  'voids',
  'drive_offs',
] as const;
type CloseValue = (typeof closeValues)[number];

/** Of what no register connection said. */
export const noRegister = '00000000-0000-0000-0000-000000000000';
