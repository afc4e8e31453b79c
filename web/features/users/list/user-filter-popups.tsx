import { filterPopupsOf } from '../../../parts/filters/list-filter-popups.tsx';
import { fixedValues, userFields } from './user-list.ts';

const { Popover, Sheet } = filterPopupsOf({ list: 'users', fields: userFields, fixedValues });

export { Popover as UserFilterPopover, Sheet as UserFilterSheet };
