import { salesSortFields } from '../../../../contract/registers.ts';
import { locationSortFields, salesComparisons } from '../../../../contract/sales.ts';
import { breakdownSpans } from '../../../../contract/sales-breakdown.ts';
import { dayStates, locationStates, salesPeriods } from '../../../../contract/sales-selection.ts';
import { areIds, oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { salesParts } from './sales-figures.ts';

/** What stands below the chart. The last one is opened from its sentence. */
export const salesShows = [
  'days',
  'locations',
  'states',
  'both',
  'departments',
  'grades',
  'payments',
  'left_out',
] as const;
export type SalesShow = (typeof salesShows)[number];

const bothWays = <const Field extends string>(fields: readonly Field[]) =>
  fields.flatMap((field) => [field, `-${field}` as const]);

export const sortsOfDays = bothWays(salesSortFields);
export const sortsOfLocations = bothWays(locationSortFields);

const checks = {
  ...{ location: areIds, district: areIds },
  period: oneOf(salesPeriods),
  open: oneOf(locationStates),
  against: oneOf([...salesComparisons, 'none']),
  figure: oneOf(salesParts),
  show: oneOf(salesShows),
  day: oneOf(dayStates),
  by: oneOf(breakdownSpans),
  sort: oneOf([...sortsOfDays, ...sortsOfLocations]),
};

/** The state of the Sales page: what is asked, and what of it is shown. */
export function useSalesUrl() {
  const { search, ignored, change } = usePageUrl('/guarded/sales', checks);
  const { figure = 'revenue', show = 'days', day, sort, code, key, by, ...question } = search;
  return { question, figure, show, day, sort, code, key, by, unknown: ignored, change };
}

export type SalesUrl = ReturnType<typeof useSalesUrl>;

/** Another thing below the chart. What was chosen of the one before means nothing to it. */
export const forgotten = {
  ...{ sort: undefined, day: undefined, code: undefined, key: undefined, by: undefined },
};
