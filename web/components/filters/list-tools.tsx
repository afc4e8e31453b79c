import { createPopup } from '../../lib/browser/popup.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconAdjustmentsHorizontal, IconDownload } from '../icons/icons.ts';
import { lazyMenu } from '../loading/lazy-dialog.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import type { DisplayProps } from './display-popover.tsx';
import type { ListExport } from './export-popover.tsx';

const DisplayPopover = lazyMenu(() => import('./display-popover.tsx'), 'DisplayPopover');
const ExportPopover = lazyMenu(() => import('./export-popover.tsx'), 'ExportPopover');

const displayPopup = createPopup('dialog');
const exportPopup = createPopup('dialog');

export interface ListToolsProps extends DisplayProps {
  exporting: ListExport | false;
  counted: string | false;
}

export function ListTools({ exporting, counted, ...display }: ListToolsProps) {
  const { sort, hidden, isCompact } = display.listUrl;
  const isChanged = sort !== null || hidden.length > 0 || isCompact;
  return (
    <>
      <Button
        variant="secondary"
        aria-label={isChanged ? 'Display (changed)' : undefined}
        data-tooltip="Sort, columns and row height"
        icon={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        className="relative h-8! px-2.5!"
        {...displayPopup.buttonProps(null)}
      >
        Display
        {isChanged && (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-surface bg-petrol"
          />
        )}
      </Button>
      {exporting && (
        <IconButton
          label="Export"
          icon={<IconDownload size={18} aria-hidden="true" />}
          className="size-8!"
          disabled={exporting.isPending}
          {...exportPopup.buttonProps(null)}
        />
      )}
      <PopupPlace of={displayPopup}>{(popup) => <DisplayPopover popup={popup} {...display} />}</PopupPlace>
      <PopupPlace of={exportPopup}>
        {(popup) => exporting && <ExportPopover popup={popup} counted={counted} exporting={exporting} />}
      </PopupPlace>
    </>
  );
}
