import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { keepFocusInside } from '../../lib/browser/modal-focus.ts';
import { iconButtonClasses } from '../button/icon-button.tsx';
import { IconX } from '../icons/icons.ts';
import { backdropClasses, sheetClasses } from './sheet-look.ts';

export interface SheetProps {
  title: string;
  /** Takes the whole height: a sheet with a search must not shrink while the user types. */
  isFull?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A popup on a phone, at the bottom of the screen. A menu (`menu.tsx`) becomes a sheet by itself. */
export function Sheet({ title, isFull = false, onClose, children }: SheetProps) {
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup ref={keepFocusInside} className={classes(sheetClasses, isFull && 'h-full')}>
          <Dialog.Title className="shrink-0 truncate pt-4 pr-14 pb-2 pl-4 font-sign text-subheading font-semibold">
            {title}
          </Dialog.Title>
          {children}
          <Dialog.Close className={classes(iconButtonClasses, 'absolute top-2 right-2')} aria-label="Close">
            <IconX size={20} aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface ActionSheetProps extends Pick<SheetProps, 'title' | 'onClose'> {
  actions: readonly { label: string; icon?: ReactNode; run: () => void }[];
}

/** It closes before what was chosen happens. */
export function ActionSheet({ actions, ...sheet }: ActionSheetProps) {
  return (
    <Sheet {...sheet}>
      <ul className="min-h-0 overflow-y-auto">
        {actions.map(({ label, icon, run }) => (
          <li key={label}>
            <button
              type="button"
              className={sheetRowClasses}
              onClick={() => {
                sheet.onClose();
                run();
              }}
            >
              {icon && <span className="text-petrol">{icon}</span>}
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** A row of a sheet: 48 px, the whole width. */
export const sheetRowClasses =
  'flex min-h-12 w-full items-center gap-3 px-4 text-left -outline-offset-2 hover:bg-surface-raised active:bg-line';
