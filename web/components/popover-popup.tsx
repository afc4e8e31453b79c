import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

export interface PopoverPopupProps {
  title: string;
  children: ReactNode;
}

/** What hangs below a button of the top bar. Stands inside a `Popover.Root`. */
export function PopoverPopup({ title, children }: PopoverPopupProps) {
  return (
    <Popover.Portal>
      <Popover.Positioner side="bottom" align="end" sideOffset={5} collisionPadding={8}>
        <Popover.Popup className="rounded-menu border border-line bg-surface p-3.5 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0">
          <Popover.Title className="font-sign text-subheading font-semibold">{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
