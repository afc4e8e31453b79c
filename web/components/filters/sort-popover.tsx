import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Popover } from '../overlay/popover.tsx';
import { SortList, type SortListProps } from './sort-list.tsx';

/** Sorts a list, also by fields without a column. */
export function SortPopover({ popup, onSort, ...list }: SortListProps & { popup: OpenPopup }) {
  return (
    <Popover title="Sort" popup={popup}>
      <div className="mt-2 w-56">
        <SortList
          {...list}
          onSort={(sort) => {
            onSort(sort);
            popup.close();
          }}
        />
      </div>
    </Popover>
  );
}
