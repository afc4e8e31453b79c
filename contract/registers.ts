import * as z from 'zod/mini';
import { departmentBases, departmentKinds, held } from './departments.ts';
import { dayInUrl, dayParams, described, id, idParams, line, text, time } from './fields/fields.ts';
import {
  assignmentMaxCount,
  fileNameMaxLength,
  nameMaxLength,
  numberMaxLength,
  registerFileMaxBytes,
} from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { countedPageOf, pageOf, sort } from './lists/list.ts';
import {
  dayStates,
  districtIds,
  ofDistricts,
  placed,
  range,
  salesSelectionFields,
  usedRange,
} from './sales-selection.ts';

export const fileOutcomes = [
  'accepted',
  'duplicate',
  'replaced',
  'waiting',
  'not_understood',
  'refused',
  /** It does not count until its withdrawal is undone. No sender gets it as an answer. */
  'withdrawn',
] as const;
export type FileOutcome = (typeof fileOutcomes)[number];

export const overShortSigns = ['undecided', 'over', 'short'] as const;
export type OverShortSign = (typeof overShortSigns)[number];

/** A connection joins locations to their registers. Only the locations in the reader's scope are named. */
const register = z.object({
  id: z.string(),
  name: z.string(),
  location_ids: z.array(z.string()),
  /** The actor may change it: it has no locations outside of their scope, and they may manage registers. */
  is_manageable: z.boolean(),
  /** The first characters of the key, by which users tell keys apart. */
  key_hint: z.string(),
  /** Null while the key works. */
  revoked_at: z.nullable(time),
  /** It was revoked as lost or stolen: its figures lose against those of a working key. */
  is_lost: z.boolean(),
  /** The number that files of its one location carry; null before the first file, and for several locations. */
  store_number: z.nullable(z.string()),
  /** "Department sales are already net": discounts, promotions and refunds are not subtracted again. */
  has_net_departments: z.boolean(),
  /** "Codes come without check digit" */
  lacks_check_digit: z.boolean(),
  /** What a positive amount of over and short means. */
  over_short_sign: z.enum(overShortSigns),
  /** As the newest file says. */
  make: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** When the newest file came; null before the first. */
  last_file_at: z.nullable(time),
  /** Nothing came for `silent_hours`, from a connection that works and has sent something. */
  is_silent: z.boolean(),
  created_at: time,
  updated_at: time,
});
export type Register = z.infer<typeof register>;

const registerFields = {
  name: described('As lists show it', line(nameMaxLength, z.minLength(1, 'Name is required'))),
  location_ids: described(
    'Whose registers send with the key',
    z.array(id).check(z.minLength(1, 'Choose at least one location'), z.maxLength(assignmentMaxCount)),
  ),
  has_net_departments: described('Discounts and refunds are not subtracted from departments', z.boolean()),
  lacks_check_digit: described('Codes come without check digit', z.boolean()),
  over_short_sign: described('What a positive amount of over and short means', z.enum(overShortSigns)),
};

export const registerInput = z.strictObject({
  ...registerFields,
  has_net_departments: z._default(registerFields.has_net_departments, false),
  lacks_check_digit: z._default(registerFields.lacks_check_digit, false),
  over_short_sign: z._default(registerFields.over_short_sign, 'undecided'),
});
export type RegisterInput = z.infer<typeof registerInput>;

const storeNumber = described('The number in its files', line(numberMaxLength, z.minLength(1, 'Required')));

/** What the form of a connection has. */
export const registerEdit = z.extend(registerInput, { store_number: z.optional(storeNumber) });
export type RegisterEdit = z.infer<typeof registerEdit>;

const registerChanges = z.partial(z.strictObject({ ...registerFields, store_number: storeNumber }));
export type RegisterChanges = z.infer<typeof registerChanges>;

export const listRegisters = endpoint('GET /api/registers', 'registers.read', {
  failure: 'Failed to fetch registers',
  summary: 'The register connections of locations in scope, by name; revoked ones last',
  query: z.strictObject({ location: described('Only of this location', z.optional(id)) }),
  response: z.object({ registers: z.array(register) }),
});

/** The key is in this answer only, and stored hashed. */
export const createRegister = endpoint('POST /api/registers', 'registers.manage', {
  failure: 'Failed to connect the register',
  summary: 'Add a register connection; the answer has its key, which is shown once',
  body: z.extend(registerInput, {
    id: described('A repeated one is refused, because nobody knows its key', z.optional(id)),
  }),
  response: z.object({ register, key: z.string() }),
});

/**
 * A choice that changes figures computes all days of its locations anew, of which a long past may follow after the
 * answer.
 */
export const updateRegister = endpoint('PATCH /api/registers/:id', 'registers.manage', {
  failure: 'Failed to update the register',
  ifMatch: true,
  summary: 'Edit a register connection',
  params: idParams,
  body: registerChanges,
  response: register,
});

/**
 * Idempotent. Its files and figures stay; those of a lost key lose against the figures of a working one, and its days are
 * computed anew. A revoked key can still be called lost, and a lost one stays so.
 */
export const revokeRegister = endpoint('POST /api/registers/:id/revoke', 'registers.manage', {
  failure: 'Failed to revoke the key',
  summary: 'End the key of a register connection: it accepts no more files. Say when it was lost or stolen',
  params: idParams,
  body: z._default(
    z.strictObject({ is_lost: described('The key was lost or stolen', z._default(z.boolean(), false)) }),
    { is_lost: false },
  ),
  response: register,
});

/**
 * The former key ends at once: a program that watches a folder keeps its files until it has the new one. A revoked connection
 * works again, with its departments and choices. What a lost key sent then counts as before, unless it was withdrawn.
 */
export const replaceRegisterKey = endpoint('POST /api/registers/:id/key', 'registers.manage', {
  failure: 'Failed to make a new key',
  summary: 'Give a register connection a new key in place of the former one; the answer shows it once',
  params: idParams,
  response: z.object({ register, key: z.string() }),
});

const registerFile = z.object({
  id: z.string(),
  /** As the sender named it; a label. */
  name: z.string(),
  bytes: z.number(),
  received_at: time,
  outcome: z.enum(fileOutcomes),
  /** One sentence: why it is not counted, or what was odd; null for a plain accepted file. */
  reason: z.nullable(z.string()),
  /** 'PJR', 'FGM' …, or the root element of a file that is not understood; null when it could not be read. */
  document: z.nullable(z.string()),
  /** The number in the file. */
  store_number: z.nullable(z.string()),
  /** YYYY-MM-DD; null without one day. */
  business_date: z.nullable(z.string()),
  register: z.nullable(z.object({ id: z.string(), name: z.string() })),
  location: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The user who added it by hand; null when it came with a key. */
  added_by: z.nullable(z.string()),
  /** The file is still kept, and the actor may have it read again. */
  can_read_again: z.boolean(),
});
export type RegisterFile = z.infer<typeof registerFile>;

/** Files without a location are shown to readers of all locations, and to who added them. */
export const listRegisterFiles = endpoint('GET /api/register-files', 'registers.read', {
  failure: 'Failed to fetch register files',
  summary: 'Received register files of locations in scope, newest first',
  query: z.strictObject({
    location: described('Only of this location', z.optional(id)),
    district: z.optional(districtIds),
    register: described('Only what came with the key of this connection', z.optional(id)),
    business_date: described('Of one business date', z.optional(dayInUrl)),
    outcome: described('What became of the file', z.optional(z.enum(fileOutcomes))),
    ...pageOf(500),
  }),
  response: z.object({ files: z.array(registerFile), next: z.nullable(z.string()) }),
});

const receipt = z.object({
  files: z.array(
    z.object({ name: z.string(), outcome: z.enum(fileOutcomes), reason: z.nullable(z.string()) }),
  ),
});
export type RegisterReceipt = z.infer<typeof receipt>;

/** `POST /api/register-files` is the same for programs that have the key of a connection. */
export const uploadRegisterFile = endpoint('POST /api/register-files/by-hand', 'registers.manage', {
  forTokens: false,
  failure: 'Failed to read the file',
  summary: 'Add one XML file, or a gzip or zip of them, by hand; the files go by their numbers',
  query: z.strictObject({ name: described('Of the file', text(fileNameMaxLength)) }),
  upload: true,
  uploadMaxBytes: registerFileMaxBytes,
  response: receipt,
});

export const readRegisterFileAgain = endpoint('POST /api/register-files/:id/read-again', 'registers.manage', {
  failure: 'Failed to read the file again',
  summary: 'Read a kept file again, and compute its day anew',
  params: idParams,
  response: registerFile,
});

/** Revenue is fuel and merchandise, without tax. */
export const figureNames = [
  'fuel_gross',
  'fuel_discounts',
  'fuel',
  'fuel_volume',
  'merchandise_gross',
  'merchandise',
  'excluded',
  'tax',
  'revenue',
  'sales',
  'refunds',
] as const;
/** Cents and thousandths of a gallon. A part that is unknown is null, never 0. */
export type Figures = Record<(typeof figureNames)[number], number | null>;

const figure = z.nullable(z.number());
export const figures = Object.fromEntries(figureNames.map((name) => [name, figure])) as Record<
  keyof Figures,
  typeof figure
>;

const salesDay = z.object({
  location_id: z.string(),
  location_name: z.string(),
  location_number: z.nullable(z.string()),
  /** The register's name for the day: YYYY-MM-DD, without a zone. */
  business_date: z.string(),
  /** The date on which most of it was sold, by which lists sort and compare. */
  trading_date: z.string(),
  /** Local times of the location: YYYY-MM-DDTHH:MM:SS. */
  began: z.nullable(z.string()),
  ended: z.nullable(z.string()),
  /** `open` is the newest day; `not_closed` has a later day and no report. */
  state: z.enum(dayStates),
  ...figures,
  /** What nobody decided about: of merchandise, left out of it, and counted as fuel. */
  undecided: figure,
  proposed_excluded: figure,
  proposed_fuel: figure,
  /** 'fuel only', 'Covers 2 dates', 'Journal: $5.00 less than the day report' … */
  marks: z.array(z.string()),
});
export type SalesDay = z.infer<typeof salesDay>;

export const salesSortFields = [
  'trading_date',
  'location',
  'revenue',
  'fuel',
  'merchandise',
  'tax',
  'sales',
  'fuel_volume',
] as const;
export type SalesSortField = (typeof salesSortFields)[number];

const dayProblems = {
  /** Days that could not be computed and are in no figure, of the same locations and dates, at most 20: newest first. */
  problems: z.array(
    z.object({
      location_id: z.string(),
      location_name: z.string(),
      business_date: z.string(),
      /** A sentence: 'Its fuel adds up to more than $40,000,000.' */
      problem: z.string(),
    }),
  ),
  /** Of all of them. */
  problem_count: z.number(),
};
export type DayProblem = z.infer<z.ZodMiniObject<typeof dayProblems>>['problems'][number];

const selection = {
  ...salesSelectionFields,
  day: described('Whether the register has closed its day', z.optional(z.enum(dayStates))),
  sort: sort(salesSortFields, 'the newest trading date first'),
};
const salesSelection = z.strictObject(selection);
export type SalesSelection = z.infer<typeof salesSelection>;

const salesQuery = z.strictObject({ ...selection, ...pageOf(1000) });
export type SalesQuery = z.infer<typeof salesQuery>;

export const listSales = endpoint('GET /api/sales', 'registers.read', {
  failure: 'Failed to fetch sales',
  summary: 'Business days of locations in scope with their figures',
  query: salesQuery,
  response: z.object({
    days: z.array(salesDay),
    total: z.number(),
    /** Sums over all days of the selection. A part that no day knows is null. */
    totals: z.object(figures),
    held,
    ...usedRange,
    next: z.nullable(z.string()),
    ...dayProblems,
  }),
});

export const exportSales = endpoint('GET /api/sales/export.csv', 'registers.read', {
  failure: 'Failed to export sales',
  summary: 'The list of sales as CSV; the export itself is recorded',
  query: salesSelection,
  download: 'text/csv; charset=utf-8',
});

/** Of every location in scope that has a working connection. */
export const listReporting = endpoint('GET /api/sales/reporting', 'registers.read', {
  failure: 'Failed to check which locations reported',
  summary: 'Which connected locations have figures of today by their own clocks, missing ones first',
  query: ofDistricts,
  response: z.object({
    locations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        number: z.nullable(z.string()),
        has_reported: z.boolean(),
        last_file_at: z.nullable(time),
        /** Its newest file is older than `silent_hours`. */
        is_silent: z.boolean(),
        /** Its newest trading date; null without any. */
        last_date: z.nullable(z.string()),
        /** Who was told last that it is silent, or that this day is missing; null while nobody was. */
        notified: z.nullable(
          z.object({
            at: time,
            date: z.nullable(z.string()),
            /** In scope, at most 20. */
            names: z.array(z.string()),
            others: z.number(),
          }),
        ),
      }),
    ),
  }),
});

/** What a tender, or a value of the till, adds up to. */
const sum = { amount: figure, count: figure };

const tender = z.object({
  /** As the register says it: `cash`, `creditCards` … */
  code: z.string(),
  ...sum,
});
export type TenderSum = z.infer<typeof tender>;

/** What the till of a day says. Cents and counts; of most of them a register says one of both. */
export const salesValues = [
  /** Its count is how many tills were not counted. */
  'over_short',
  'tills',
  'opening_balance',
  'closing_balance',
  'safe_loans',
  'safe_drops',
  'paid_ins',
  'paid_outs',
  'refunds',
  'largest_refund',
  'voids',
  'largest_void',
  /** Cancelled lines of sales. */
  'corrections',
  'no_sales',
  'drive_offs',
  'id_checks_skipped',
  /** Of fuel. */
  'pay_at_pump',
  'pay_inside',
  /** Sales with merchandise, which the amount is of: from journals only. */
  'baskets',
  /** What the journal of a closed day says more of fuel and merchandise than its report. */
  'journal_difference',
] as const;
export type SalesValue = (typeof salesValues)[number];

const value = z.object({
  code: z.enum(salesValues),
  ...sum,
  /** Of over and short: whether a positive amount means over. Null for all others. */
  basis: z.nullable(z.enum(['decided', 'undecided'])),
});
export type ValueSum = z.infer<typeof value>;

const grade = z.object({
  grade: z.string(),
  /** Null where an imported file says the amount only. */
  volume: z.nullable(z.number()),
  /** Null where only the journal is known. */
  gross: z.nullable(z.number()),
  discounts: z.nullable(z.number()),
  net: z.nullable(z.number()),
});
export type GradeSales = z.infer<typeof grade>;

const departmentSales = z.object({
  code: z.string(),
  name: z.nullable(z.string()),
  kind: z.enum(departmentKinds),
  basis: z.enum(departmentBases),
  gross: figure,
  /** Absolute. */
  discounts: figure,
  promotions: figure,
  refunds: figure,
  net: z.number(),
  /** Thousandths of a unit; null when it is unknown, as all of these are. */
  quantity: figure,
  /** Transactions. */
  count: figure,
});
export type DepartmentSales = z.infer<typeof departmentSales>;

const productSales = z.object({
  code: z.string(),
  name: z.nullable(z.string()),
  /** Thousandths of a unit. */
  quantity: z.number(),
});
export type ProductSales = z.infer<typeof productSales>;

const details = {
  /** With the names that the chain gave them. */
  fuel_by_grade: z.array(z.extend(grade, { name: z.nullable(z.string()) })),
  departments: z.array(departmentSales),
  /** The most sold ones, at most 50. */
  products: z.array(productSales),
};

export const getLocationSales = endpoint('GET /api/locations/:id/sales', 'registers.read', {
  failure: 'Failed to fetch sales',
  summary: 'The days of one location, with fuel by grade, departments and products of the range',
  params: idParams,
  query: z.strictObject(range),
  response: z.object({ days: z.array(salesDay), held, ...usedRange, ...details, ...dayProblems }),
});

export const partSources = ['day_report', 'journal', 'shift_reports', 'feed', 'close'] as const;
export type PartSource = (typeof partSources)[number];

const source = z.nullable(z.enum(partSources));

export const getSalesDay = endpoint('GET /api/locations/:id/sales/:business_date', 'registers.read', {
  failure: 'Failed to fetch the day',
  summary: 'One business day: its figures, where each part comes from, and its details',
  params: dayParams,
  response: z.extend(salesDay, {
    /** Where each part comes from; null for an unknown part. */
    sources: z.object({ fuel: source, merchandise: source, tax: source, sales: source }),
    /** What the journal says of a closed day; null without events. A part of which it has no line is null. */
    journal: z.nullable(
      z.object({ fuel: z.nullable(z.number()), merchandise: z.nullable(z.number()), tax: z.number() }),
    ),
    held,
    ...details,
    /** Empty when nothing says them. */
    tenders: z.array(tender),
    values: z.array(value),
    /** What its reports say of each shift of a till. */
    tills: z.array(
      z.object({
        register: z.nullable(z.string()),
        till: z.nullable(z.string()),
        /** Null also without `registers.cashiers`. */
        cashier: z.nullable(z.string()),
        began: z.nullable(z.string()),
        ended: z.nullable(z.string()),
        sales: figure,
        tenders: z.array(tender),
        values: z.array(value),
      }),
    ),
    /** Names of values in its reports that Canopy does not know. */
    not_understood: z.array(z.string()),
  }),
});

const product = z.object({
  /** Digits without leading zeros, or as the register writes it. */
  code: z.string(),
  name: z.nullable(z.string()),
  /** In how many locations in scope it is active, and in which ones first (at most 20 ids). */
  location_count: z.number(),
  location_ids: z.array(z.string()),
  /** Cents, from the newest price book or sale. */
  last_price: z.nullable(z.number()),
  /** The newest trading date on which it was sold. */
  last_sold_on: z.nullable(z.string()),
});
export type Product = z.infer<typeof product>;

export const listProducts = endpoint('GET /api/products', 'registers.read', {
  failure: 'Failed to fetch products',
  searchFailure: 'Failed to search products',
  summary: 'Active products of locations in scope, by name',
  query: z.strictObject({
    q: described('What to look for in names and codes', z.optional(text(200))),
    ...placed,
    ...countedPageOf(500),
  }),
  response: z.object({ products: z.array(product), total: z.number(), next: z.nullable(z.number()) }),
});

/** All null without `registers.read`. As long as the chain has no figures, the tiles say 0 to everybody. */
export const getSalesTiles = endpoint('GET /api/dashboard/sales', 'signed_in', {
  forTokens: true,
  failure: 'Failed to load the figures of the registers',
  summary: 'Revenue of today, active products and low stock in scope',
  query: ofDistricts,
  response: z.object({
    /** The chain has a register file or a stock list, in whatever scope. */
    has_figures: z.boolean(),
    /** Null when no location in scope has a working connection. */
    revenue: z.nullable(
      z.object({
        /** Cents; null when no location has reported yet. */
        amount: z.nullable(z.number()),
        /** When the newest of its files came. */
        as_of: z.nullable(time),
        /** Locations with a working connection. */
        reported: z.number(),
        held,
        missing: z.number(),
        /** Cents of the day before, by the clock of the chain: only while less than half have reported. */
        yesterday: z.nullable(z.number()),
      }),
    ),
    /** Null before a file named an active one: 'No active product known'. */
    products: z.nullable(z.object({ active: z.number() })),
    /** Null before the first stock list: 'No stock list yet'. `recount` of the low ones are to be counted again. */
    stock: z.nullable(z.object({ low: z.number(), recount: z.number(), locations: z.number() })),
  }),
});
