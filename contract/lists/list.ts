import * as z from 'zod/mini';
import { id, text } from '../fields/fields.ts';
import {
  cursorMaxLength,
  namedMaxRows,
  pageDefaultRows,
  pageMaxRows,
  searchMaxLength,
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
const ids = z.pipe(
  z.string().check(z.maxLength(namedMaxRows * (idLength + 1))),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(id).check(z.maxLength(namedMaxRows)),
  ),
);

/**
 * Newest first without `sort`: created_at, then id, descending and immutable, so pages never shift. `after` is the
 * `next` of the page before, `from=end` reads the whole order backward, `from=best` answers the best matches of `q` in the
 * order of `tiers` and has no `next`, `include=refs` adds the rows that the page's ids name, `ids` asks for these rows
 * only.
 */
const listQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageMaxRows)), pageDefaultRows),
  after: z.optional(z.string().check(z.maxLength(cursorMaxLength))),
  from: z.optional(z.enum(['end', 'best'])),
  q: z.optional(text(searchMaxLength)),
  include: z.optional(z.literal('refs')),
  ids: z.optional(ids),
});
export type ListQuery = z.infer<typeof listQuery>;

/** `a,b` is one of the values, `not:a,b` none of them. */
function filter(known: FieldValues) {
  const rule = z.refine<string>((text) => isKnownFilter(parseFilter(text), known), {
    message: known.isPlain
      ? `Must be ${describeValues(known)}`
      : `Must be ${describeValues(known)}, with commas between values and not: before them to exclude them`,
  });
  return z.optional(z.pipe(z.string().check(rule), z.transform(parseFilter)));
}

function describeValues({ values = [], description }: FieldValues): string {
  return [...values, ...(description ? [description] : [])].join(' or ');
}

/** `-field` descends. */
function sort<Field extends string>(fields: readonly Field[]) {
  const rule = z.refine<string>((text) => parseSort(text, fields) !== null, {
    message: `Must be one of ${fields.join(', ')}, with - before it to descend`,
  });
  return z.optional(
    z.pipe(
      z.string().check(rule),
      z.transform((text: string) => parseSort(text, fields)),
    ),
  );
}

/** Unknown parameters are refused: a filter with a typing mistake would show everything. */
export const userListQuery = z.strictObject({
  ...listQuery.shape,
  ...filtersOf(userFilterFields, userList.values),
  sort: sort(userSortFields),
});
export type UserListQuery = z.infer<typeof userListQuery>;

export const locationListQuery = z.strictObject({
  ...listQuery.shape,
  ...filtersOf(locationFilterFields, locationList.values),
  sort: sort(locationSortFields),
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
 * `total` counts the rows in scope that match; `next` is null on the last page. `cursor` comes with the first page, but
 * not with `ids`: `GET /api/changes?since=` answers what changed after it. It was read before the rows, so that a newer
 * row comes twice at worst.
 */
export const listPage = {
  total: z.number(),
  next: z.nullable(z.string()),
  cursor: z.optional(z.string()),
};

/** Repeats `next`, so that the next request can start before the body is read. */
export const nextHeader = 'x-next';

/** The answer header of a list with more rows than browsers hold: they read on only where the user looks. */
export const largeListHeader = 'x-large-list';
