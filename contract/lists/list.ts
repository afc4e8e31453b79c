import * as z from 'zod/mini';
import { described, id, text } from '../fields/fields.ts';
import {
  cursorMaxLength,
  exceptedMaxCount,
  namedMaxRows,
  pageDefaultRows,
  pageMaxRows,
  searchMaxLength,
  selectedMaxCount,
  viewQueryMaxLength,
} from '../fields/limits.ts';
import {
  type FieldValues,
  isKnownFilter,
  locationFilterFields,
  locationList,
  locationSortFields,
  parseFilter,
  parseSort,
  userFilterFields,
  userList,
  userSortFields,
} from './list-filters.ts';

const idLength = 36;

/** Ids with commas between them. */
export function idList(maxCount: number) {
  return z.pipe(
    z.string().check(z.maxLength(maxCount * (idLength + 1))),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(id).check(z.maxLength(maxCount)),
    ),
  );
}

const afterText = 'The `next` of the page before';

/** What a question for a page has. */
export function pageOf(maxRows: number, defaultRows = pageDefaultRows) {
  const rows = z.coerce.number().check(z.int(), z.gte(1), z.lte(maxRows));
  return {
    limit: described('Rows at most', z._default(rows, defaultRows)),
    after: described(afterText, z.optional(z.string().check(z.maxLength(cursorMaxLength)))),
  };
}

/** A page whose `next` is a number. */
export function countedPageOf(maxRows: number) {
  const after = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000_000)));
  return { ...pageOf(maxRows), after: described(afterText, after) };
}

/**
 * Newest first without `sort`: created_at, then id, descending and immutable, so pages never shift. `after` goes with
 * the same sort, filters and `q`.
 */
const listQuery = z.object({
  ...pageOf(pageMaxRows),
  from: described(
    '`end`: backward. `best`: the best matches of `q` first',
    z.optional(z.enum(['end', 'best'])),
  ),
  q: described('What to look for, in any field of text', z.optional(text(searchMaxLength))),
  include: described('Adds the rows that ids of the page name', z.optional(z.literal('refs'))),
  ids: described('Which of these rows match. Not with `from=best`', z.optional(idList(namedMaxRows))),
});

/** `a,b` is one of the values, `not:a,b` none of them. */
function filter(known: FieldValues) {
  const values = describeValues(known);
  const several = `${values}, with commas between values and not: before them to exclude them`;
  const allowed = known.isPlain ? values : several;
  const message = `Must be ${allowed}`;
  const rule = z.refine<string>((text) => isKnownFilter(parseFilter(text), known), { message });
  const schema = z.pipe(z.string().check(rule), z.transform(parseFilter));
  return described(`Filter by ${allowed}`, z.optional(schema));
}

function describeValues({ values = [], description }: FieldValues): string {
  return [...values, ...(description ? [description] : [])].join(' or ');
}

/** `-field` descends. `usual` is the order without it. */
export function sort<Field extends string>(fields: readonly Field[], usual: string) {
  const values: string[] = fields.flatMap((field) => [field, `-${field}`]);
  const error = `Must be one of ${fields.join(', ')}, with - before it to descend`;
  return described(
    `By what, with - before it to descend; without it ${usual}`,
    z.optional(
      z.pipe(
        z.enum(values, { error }),
        z.transform((text: string) => parseSort(text, fields)),
      ),
    ),
  );
}

/** Unknown parameters are refused: a filter with a typing mistake would show everything. */
export const userListQuery = z.strictObject({
  ...listQuery.shape,
  ...filtersOf(userFilterFields, userList.values),
  sort: sort(userSortFields, 'newest first'),
});
export type UserListQuery = z.infer<typeof userListQuery>;

export const locationListQuery = z.strictObject({
  ...listQuery.shape,
  ...filtersOf(locationFilterFields, locationList.values),
  sort: sort(locationSortFields, 'newest first'),
});
export type LocationListQuery = z.infer<typeof locationListQuery>;

const paging = { limit: true, after: true, from: true, include: true, ids: true } as const;

/** Without pages. */
export const userSelectionQuery = z.omit(userListQuery, paging);
export type UserSelectionQuery = z.infer<typeof userSelectionQuery>;

export const locationSelectionQuery = z.omit(locationListQuery, paging);
export type LocationSelectionQuery = z.infer<typeof locationSelectionQuery>;

function filtersOf<Field extends string>(fields: readonly Field[], values: Record<Field, FieldValues>) {
  const entries = fields.map((field) => [field, filter(values[field])]);
  return Object.fromEntries(entries) as Record<Field, ReturnType<typeof filter>>;
}

/**
 * `total` counts the rows in scope that match; above `countedMaxRows` it is that number, and not exact. `next` is null on
 * the last page. `cursor` comes with the first page, but not with `ids`: `GET /api/changes?since=` answers what changed
 * after it. It was read before the rows, so that a newer row comes twice at worst.
 */
export const listPage = {
  total: z.number(),
  is_total_exact: z.boolean(),
  next: z.nullable(z.string()),
  cursor: z.optional(z.string()),
};

/** Always exact, unlike the total of a page. */
export const listCount = z.object({ count: z.number() });

const valuesOf = <Field extends string>(fields: readonly Field[]) => ({
  field: described('The filter whose values are counted', z.enum(fields)),
  find: described('Names of roles, locations or districts to look for', z.optional(text(searchMaxLength))),
});

/** A run is no value to choose. */
const userValueFields = userFilterFields.filter((field) => field !== 'run');
const locationValueFields = locationFilterFields.filter((field) => field !== 'run');

export const userValuesQuery = z.extend(userSelectionQuery, valuesOf(userValueFields));
export type UserValuesQuery = z.infer<typeof userValuesQuery>;

export const locationValuesQuery = z.extend(locationSelectionQuery, valuesOf(locationValueFields));
export type LocationValuesQuery = z.infer<typeof locationValuesQuery>;

/**
 * The values of a field, each with the rows that have it among those that match `q` and the other fields, counted as
 * the total of a page. At most `filterValuesMax`: those that the field's own filter names come first, then fixed ones,
 * then the others by name.
 */
export const listValues = z.object({
  values: z.array(
    z.object({
      value: z.string(),
      /** Of a role or location. */
      name: z.optional(z.string()),
      /** Of a location: 'Albany, NY'. */
      town: z.optional(z.string()),
      number: z.optional(z.nullable(z.string())),
      closed_on: z.optional(z.nullable(z.string())),
      count: z.number(),
      is_exact: z.boolean(),
    }),
  ),
  /** There are more values, which `find` finds. */
  has_more: z.boolean(),
});
export type ListValues = z.infer<typeof listValues>;

/**
 * Where a row stands in the order of the list. The neighbors are those of the row's place, also when it does not match
 * (any more). `position` counts from 1, and is null for a row that does not match, and beyond `countedMaxRows`.
 */
export const listPosition = z.object({
  previous_id: z.nullable(z.string()),
  next_id: z.nullable(z.string()),
  position: z.nullable(z.number()),
  total: z.number(),
  is_total_exact: z.boolean(),
});
export type ListPosition = z.infer<typeof listPosition>;

/**
 * Rows that runs and exports take: these, or all that a list's URL finds without these, read when the run is created or
 * the export begins.
 */
export const listSelection = z.union([
  z.strictObject({
    ids: described('These rows', z.array(id).check(z.minLength(1), z.maxLength(selectedMaxCount))),
  }),
  z.strictObject({
    query: described('What this query of a list finds', z.string().check(z.maxLength(viewQueryMaxLength))),
    except: described('Without these', z._default(z.array(id).check(z.maxLength(exceptedMaxCount)), [])),
  }),
]);
export type ListSelection = z.infer<typeof listSelection>;
