import { filterPopupsOf } from '../../../parts/filters/list-filter-popups.tsx';
import { fixedValues, locationFields } from './location-list.ts';

const { Popover, Sheet } = filterPopupsOf({ list: 'locations', fields: locationFields, fixedValues });

export { Popover as LocationFilterPopover, Sheet as LocationFilterSheet };
