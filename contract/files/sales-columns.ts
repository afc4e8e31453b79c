/**
 * Of a file of daily closes. `synonyms` are as in `import-columns.ts`. Dates, locations and the names in cells have one
 * column; several columns of an amount are added up.
 */
export const closeColumns = {
  date: {
    label: 'Date',
    synonyms: 'business date|business day|date sold|sales date|sale date|trading date|day|close date|fecha',
  },
  location: {
    label: 'Location',
    synonyms: `store|store #|store number|store no|store id|store name|site|site #|site number|site id|site name
      station|station #|station number|location #|location number|location id|location name|profit center|unit
      unit #|tienda`,
  },
  department: {
    label: 'Department',
    synonyms: 'dept|department name|dept name|department code|dept #|dept no|category|department number',
  },
  grade: {
    label: 'Grade',
    synonyms: 'grade name|fuel grade|fuel product|fuel type|grade code|product',
  },
  tender: {
    label: 'Payment',
    synonyms:
      'primary tender code|tender|tender code|tender type|payment type|payment method|method of payment|mop',
  },
  gallons: {
    label: 'Gallons',
    synonyms: 'gal|volume|qty gallons|gallons sold|fuel gallons|total gallons|fuel volume|gallons pumped',
  },
  fuel: {
    label: 'Fuel amount',
    synonyms:
      'fuel sales|gas sales|fuel $|fuel_sale|final amount|fuel dollars|fuel|gas|total fuel|fuel total|motor fuel',
  },
  merchandise: {
    label: 'Merchandise',
    synonyms: `inside sales|store sales|total non-fuel|non-fuel|dept subtotal|grocery|store_sale|merch|merchandise sales
      merch sales|inside|cstore sales|c-store sales|amount|net sales|net amount|sales amount|sales`,
  },
  tax: { label: 'Tax', synonyms: 'sales tax|tax collected|taxes|total tax|tax amount' },
  sales: {
    label: 'Transactions',
    synonyms: 'customers|customer count|trans|transaction count|tickets|cust count',
  },
  over_short: {
    label: 'Over/short',
    synonyms: 'o/s|overshort|short/over|cash variance|over short|shift overshort|variance|cash over/short',
  },
  paid_outs: {
    label: 'Paid out',
    synonyms: 'payouts|pay outs|cash payout|paid_out|paid outs|payout|paid_out_pos',
  },
  safe_drops: { label: 'Safe drops', synonyms: 'safedrops_amount|safe drop|drops|safedrops' },
  refunds: { label: 'Refunds', synonyms: 'refund|refund amount|returns' },
  voids: { label: 'Voids', synonyms: 'void|void amount' },
  drive_offs: { label: 'Drive-offs', synonyms: 'driveoffs|drive off|drive offs' },
} as const;

/** Columns of wide files, which are about one department, grade or payment, whose name is chosen with them. */
export const namedColumns = {
  of_department: { label: 'Amount of a department' },
  of_grade: { label: 'Amount of a grade' },
  gallons_of_grade: { label: 'Gallons of a grade' },
  of_tender: { label: 'Amount paid with' },
  total: { label: 'Total of other columns, not counted' },
} as const;

export const costColumns = {
  location: closeColumns.location,
  grade: closeColumns.grade,
  from_date: {
    label: 'From',
    synonyms: 'from date|effective|effective date|valid from|date|start date|since',
  },
  cost: {
    label: 'Cost per gallon',
    synonyms: 'cost|price|unit cost|fuel cost|landed cost|cost/gal|cost per gal|rack price',
  },
} as const;
