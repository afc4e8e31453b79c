import * as z from 'zod/mini';
import { described, id, idParams, text, time } from './fields/fields.ts';
import { fileColumnsMax, fileNameMaxLength } from './fields/limits.ts';
import { closeColumns, costColumns, namedColumns } from './files/sales-columns.ts';
import { endpoint } from './http/endpoint.ts';

/** Daily closes of a spreadsheet, or what gallons cost. */
export const salesImportKinds = ['closes', 'costs'] as const;
export type SalesImportKind = (typeof salesImportKinds)[number];

/** What a row of daily closes is. All rows of a location and date are added up, and of days there is one. */
export const closeRows = ['day', 'department', 'grade', 'shift', 'sale'] as const;
export type CloseRow = (typeof closeRows)[number];

const columnNames = [...Object.keys(closeColumns), ...Object.keys(namedColumns), ...Object.keys(costColumns)];
export type SalesColumn = keyof typeof closeColumns | keyof typeof namedColumns | keyof typeof costColumns;

/** Department, grade or payment in the file of a daily close. */
export const closeNameMaxLength = 40;

const column = z.strictObject({
  is: described('What the column has', z.enum([...new Set(columnNames)] as SalesColumn[])),
  name: described('Which one of its kind', z.optional(text(closeNameMaxLength, z.minLength(1, 'Required')))),
});
export type ColumnMeaning = z.infer<typeof column>;

export const salesImportOptions = z.strictObject({
  mapping: described(
    'The columns in their order; null for one that is left out',
    z.array(z.nullable(column)).check(z.maxLength(fileColumnsMax)),
  ),
  row: described('What a row of daily closes is', z.optional(z.enum(closeRows))),
  location_id: described('Of all rows, in a file without a column for it', z.optional(id)),
  over_short: described('What a positive over/short means', z.optional(z.enum(['over', 'short']))),
});
export type SalesImportOptions = z.infer<typeof salesImportOptions>;

/** `refused` rows stay as they are. What is `not_counted` is stored, and a report of the register is believed first. */
export const importResults = ['new', 'changed', 'not_counted', 'unchanged', 'refused'] as const;
export type ImportResult = (typeof importResults)[number];
const counts = z.record(z.enum(importResults), z.number());

const leftOut = z.object({ line: z.number(), text: z.string() });

const salesImport = z.object({
  id: z.string(),
  about: z.enum(salesImportKinds),
  /** The name of the file. */
  name: z.string(),
  state: z.enum(['new', 'applied', 'undone']),
  headers: z.array(z.string()),
  /** The first rows. */
  samples: z.array(z.array(z.string())),
  rows: z.number(),
  /** As chosen last; else from the actor's last file with these columns, or by their names. */
  options: salesImportOptions,
  /** Columns that are the sum of others in all rows. */
  totals: z.array(z.object({ column: z.number(), of: z.array(z.number()) })),
  /** What it did; null before. */
  counts: z.nullable(counts),
  /** When it is applied: rows that were not imported, the first 100, and why. */
  left_out: z.array(leftOut),
  left_out_count: z.number(),
  created_at: time,
  created_by: z.string(),
});
export type SalesImport = z.infer<typeof salesImport>;

export const previewFields = [
  'fuel_volume',
  'fuel',
  'merchandise',
  'excluded',
  'tax',
  'sales',
  'over_short',
  'cost',
] as const;
export type PreviewField = (typeof previewFields)[number];

const preview = z.object({
  /** The first 200, those that change something first. */
  changes: z.array(
    z.object({
      /** Null for all locations. */
      location: z.nullable(z.object({ id: z.string(), name: z.string() })),
      date: z.string(),
      grade: z.nullable(z.string()),
      result: z.enum(importResults),
      /** Why it is refused, or what is odd. */
      reason: z.nullable(z.string()),
      /** As they are counted. Without those that are unknown before and after. */
      values: z.array(
        z.object({
          field: z.enum(previewFields),
          before: z.nullable(z.number()),
          after: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  counts,
  /** The first 100 rows of the file that are not read, and why. */
  left_out: z.array(leftOut),
  left_out_count: z.number(),
});
export type SalesImportPreview = z.infer<typeof preview>;

export const listSalesImports = endpoint('GET /api/sales-imports', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to fetch the imports',
  summary: 'The last 50 imports of sales that the actor may continue or undo, newest first',
  response: z.object({ imports: z.array(salesImport) }),
});

export const getSalesImport = endpoint('GET /api/sales-imports/:id', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to fetch the import',
  summary: 'One import of sales',
  params: idParams,
  response: salesImport,
});

/** A file that is not applied goes after a week. */
export const uploadSales = endpoint('POST /api/sales-imports', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to read the file',
  summary: 'Read a CSV file of daily closes or fuel costs; no figure is changed',
  query: z.strictObject({
    id: described('Of the new import; a repeated one is refused', id),
    about: described('What is in the file', z.enum(salesImportKinds)),
    name: described('Of the file', text(fileNameMaxLength)),
  }),
  upload: true,
  response: salesImport,
});

export const previewSalesImport = endpoint('POST /api/sales-imports/:id/preview', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to prepare the import',
  summary: 'What the file would change, before and after. Only the choices are stored',
  params: idParams,
  body: salesImportOptions,
  response: preview,
});

export const applySalesImport = endpoint('POST /api/sales-imports/:id/apply', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to import the file',
  summary:
    'Change what the preview shows. A day takes the place of what such a file said of its location and date',
  params: idParams,
  body: salesImportOptions,
  response: salesImport,
});

export const discardSalesImport = endpoint('DELETE /api/sales-imports/:id', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to discard the import',
  summary: 'Delete a file that was not applied',
  params: idParams,
});

export const downloadLeftOut = endpoint('GET /api/sales-imports/:id/left-out.csv', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to download the rows',
  summary: 'The rows of the file that were not imported, with their line and the reason',
  params: idParams,
  download: 'text/csv; charset=utf-8',
});

export const undoSalesImport = endpoint('POST /api/sales-imports/:id/undo', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to undo the import',
  summary: 'Bring back what was there before. What a later import changed stays',
  params: idParams,
  response: salesImport,
});
