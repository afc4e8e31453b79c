import { invitationStates } from '../fields/invitation-state.ts';
import { stateLength } from '../fields/limits.ts';

/**
 * In the URL of a page and the query of its endpoint: one parameter per field. `a,b` means one of the values, `not:a,b`
 * none.
 */
export interface Filter {
  isNot: boolean;
  values: string[];
}

export type Filters<Field extends string> = Partial<Record<Field, Filter>>;

/** Rows without a value come last in both directions, and ids break ties. */
export interface Sort<Field extends string> {
  field: Field;
  isDescending: boolean;
}

/** `sort` is null for newest first. */
export interface ListFilters<FilterField extends string, SortField extends string> {
  filters: Filters<FilterField>;
  sort: Sort<SortField> | null;
}

export const userFilterFields = [
  'status',
  'role',
  'location',
  'district',
  'state',
  'invitation',
  'last_sign_in',
  'second_factor',
  'run',
] as const;
export type UserFilterField = (typeof userFilterFields)[number];
export const userSortFields = ['name', 'email', 'status', 'created_at', 'last_sign_in'] as const;
export type UserSortField = (typeof userSortFields)[number];

export const locationFilterFields = ['district', 'state', 'status', 'staff', 'run'] as const;
export type LocationFilterField = (typeof locationFilterFields)[number];
export const locationSortFields = ['name', 'number', 'city', 'state', 'created_at'] as const;
export type LocationSortField = (typeof locationSortFields)[number];

/** The value for rows that have none: no role, no location, never invited. */
export const noValue = 'none';

/** Days without a sign-in. Users who never signed in are included. */
export const lastSignInDays = ['30', '60', '90', '180'] as const;

/** A fixed list, or all texts of a form. `isPlain` takes no `not:`. */
export interface FieldValues {
  values?: readonly string[];
  pattern?: RegExp;
  description?: string;
  isSingle?: true;
  isPlain?: true;
}

const ids = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As a state is stored. */
const states: FieldValues = {
  pattern: new RegExp(`^[^\\p{Ll}\\s,]{${stateLength}}$`, 'u'),
  description: 'states of two characters in upper case',
};

/** "Not this run" would be everybody once the run is gone. */
const run: FieldValues = { pattern: ids, description: 'the id of a run', isSingle: true, isPlain: true };

export interface FilteredList<FilterField extends string, SortField extends string> {
  filterFields: readonly FilterField[];
  sortFields: readonly SortField[];
  values: Record<FilterField, FieldValues>;
}

export const userList: FilteredList<UserFilterField, UserSortField> = {
  filterFields: userFilterFields,
  sortFields: userSortFields,
  values: {
    status: { values: ['active', 'inactive'] },
    role: { values: [noValue], pattern: ids, description: 'ids' },
    location: { values: [noValue], pattern: ids, description: 'ids' },
    /** Of one of their locations. */
    district: { pattern: ids, description: 'ids' },
    state: states,
    invitation: { values: [...invitationStates, noValue] },
    last_sign_in: { values: ['never', ...lastSignInDays], isSingle: true },
    second_factor: { values: ['set_up', noValue] },
    run,
  },
};

/** For actors who may not know when others last signed in (`seesPastOfUsers`). */
export const presentUserList: typeof userList = {
  ...userList,
  sortFields: userSortFields.filter((field) => field !== 'last_sign_in'),
  values: { ...userList.values, last_sign_in: { values: [] } },
};

export const locationList: FilteredList<LocationFilterField, LocationSortField> = {
  filterFields: locationFilterFields,
  sortFields: locationSortFields,
  values: {
    district: { values: [noValue], pattern: ids, description: 'ids' },
    state: states,
    status: { values: ['open', 'closed'] },
    staff: { values: ['no_manager', 'nobody'] },
    run,
  },
};

const not = 'not:';

/** 'not:a,b'. Drops blank and repeated values; a filter without values filters nothing. */
export function parseFilter(text: string): Filter {
  const isNot = text.startsWith(not);
  const values = (isNot ? text.slice(not.length) : text).split(',').map((value) => value.trim());
  return { isNot, values: [...new Set(values.filter((value) => value !== ''))] };
}

export function filterText({ isNot, values }: Filter): string {
  return `${isNot ? not : ''}${values.join()}`;
}

/** Null for a field that the list does not have. */
export function parseSort<Field extends string>(text: string, fields: readonly Field[]): Sort<Field> | null {
  const isDescending = text.startsWith('-');
  const name = isDescending ? text.slice(1) : text;
  const field = fields.find((field) => field === name);
  return field === undefined ? null : { field, isDescending };
}

export function sortText({ field, isDescending }: Sort<string>): string {
  return `${isDescending ? '-' : ''}${field}`;
}

export function definedOnly<Field extends string>(
  filters: Partial<Record<Field, Filter | undefined>>,
): Filters<Field> {
  const given = Object.entries(filters).filter(([, filter]) => filter !== undefined);
  return Object.fromEntries(given) as Filters<Field>;
}

export const filterMaxValues = 200;

/** At least one value, and the field takes every value. */
export function isKnownFilter({ isNot, values }: Filter, known: FieldValues): boolean {
  if (isNot && known.isPlain) return false;
  if (values.length === 0 || values.length > (known.isSingle ? 1 : filterMaxValues)) return false;
  return values.every((value) => known.values?.includes(value) || known.pattern?.test(value));
}

/** Unknown parameters are named in `ignored`; a filter keeps its known values. */
export function readListFilters<FilterField extends string, SortField extends string>(
  list: FilteredList<FilterField, SortField>,
  search: Record<string, unknown>,
): ListFilters<FilterField, SortField> & { ignored: string[] } {
  const filters: Filters<FilterField> = {};
  const ignored: string[] = [];
  for (const field of list.filterFields) {
    const text = parameter(search[field]);
    if (text === '') continue;
    const given = parseFilter(text);
    const known = list.values[field];
    const values = given.values.filter((value) =>
      isKnownFilter({ isNot: given.isNot, values: [value] }, known),
    );
    const filter = { isNot: given.isNot, values: values.slice(0, known.isSingle ? 1 : filterMaxValues) };
    if (filter.values.length < given.values.length || filter.values.length === 0) ignored.push(field);
    if (filter.values.length > 0) filters[field] = filter;
  }
  const sortParameter = parameter(search.sort);
  const sort = sortParameter === '' ? null : parseSort(sortParameter, list.sortFields);
  if (sortParameter !== '' && sort === null) ignored.push('sort');
  return { filters, sort, ignored };
}

function parameter(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listFilterParameters<FilterField extends string, SortField extends string>({
  filters,
  sort,
}: ListFilters<FilterField, SortField>): Partial<Record<FilterField | 'sort', string>> {
  const parameters: Partial<Record<string, string>> = {};
  for (const [field, filter] of Object.entries<Filter | undefined>(filters)) {
    if (filter && filter.values.length > 0) parameters[field] = filterText(filter);
  }
  if (sort) parameters.sort = sortText(sort);
  return parameters as Partial<Record<FilterField | 'sort', string>>;
}
