import { createPopup } from '../../lib/browser/popup.ts';
import { IconButton } from '../button/icon-button.tsx';
import { IconArrowsSort, IconColumns, IconDownload } from '../icons/icons.ts';
import { lazyPart } from '../loading/lazy-part.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import type { ColumnsPopoverProps } from './columns-popover.tsx';
import type { SortListProps } from './sort-list.tsx';

const SortPopover = lazyPart(async () => (await import('./sort-popover.tsx')).SortPopover, {
  closeOf: ({ popup }) => popup.close,
  afterIdle: true,
});
const ColumnsPopover = lazyPart(async () => (await import('./columns-popover.tsx')).ColumnsPopover, {
  closeOf: ({ popup }) => popup.close,
  afterIdle: true,
});

const sortPopup = createPopup('dialog');
const columnsPopup = createPopup('dialog');

export interface ListToolsProps {
  sorting: SortListProps;
  columns: ColumnsPopoverProps;
  exporting: ListExport | false;
}

/** Saves the rows of the list as a file. */
export interface ListExport {
  run: () => void;
  isPending: boolean;
}

/** Sort, columns and row height of a table, and export. */
export function ListTools({ sorting, columns, exporting }: ListToolsProps) {
  return (
    <>
      <IconButton
        label="Sort"
        icon={<IconArrowsSort size={18} aria-hidden="true" />}
        className="size-8!"
        {...sortPopup.buttonProps(null)}
      />
      <IconButton
        label="Columns"
        tooltip="Columns and row height"
        icon={<IconColumns size={18} aria-hidden="true" />}
        className="size-8! max-lg:hidden"
        {...columnsPopup.buttonProps(null)}
      />
      {exporting && (
        <IconButton
          label="Export"
          tooltip="Export as CSV"
          icon={<IconDownload size={18} aria-hidden="true" />}
          className="size-8!"
          disabled={exporting.isPending}
          onClick={exporting.run}
        />
      )}
      <PopupPlace of={sortPopup}>{(popup) => <SortPopover popup={popup} {...sorting} />}</PopupPlace>
      <PopupPlace of={columnsPopup}>{(popup) => <ColumnsPopover popup={popup} {...columns} />}</PopupPlace>
    </>
  );
}
