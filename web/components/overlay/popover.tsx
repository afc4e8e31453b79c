import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { keepFocusInside } from '../../lib/browser/modal-focus.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';

export interface PopoverProps {
  title: string;
  /** The content says what it is; the title is the name for screen readers. */
  isTitleHidden?: boolean;
  popup: OpenPopup<unknown>;
  align?: 'start' | 'end';
  /** Its button is in a dialog, whose focus it takes over. */
  isInDialog?: boolean;
  children: ReactNode;
}

export function Popover({
  title,
  isTitleHidden = false,
  popup,
  align = 'end',
  isInDialog = false,
  children,
}: PopoverProps) {
  const { anchor, close } = popup;
  return (
    <BasePopover.Root
      open
      modal="trap-focus"
      onOpenChange={(_, { event: { target } }) => {
        // A press on the button closes it there, and would open it again if this closed it too.
        if (!(target instanceof Node && anchor.contains(target))) close();
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={5}
          collisionPadding={8}
        >
          <BasePopover.Popup
            {...(isInDialog && { ref: keepFocusInside })}
            finalFocus={() => anchor}
            // One press leaves it, also from a search with a text. In a dialog that press clears the search.
            onKeyDownCapture={({ key, nativeEvent, currentTarget, target }) => {
              if (key !== 'Escape' || isInDialog || nativeEvent.isComposing) return;
              if (target instanceof Node && currentTarget.contains(target)) close();
            }}
            className="rounded-menu border border-line bg-surface p-3.5 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0"
          >
            <BasePopover.Title
              className={isTitleHidden ? 'sr-only' : 'font-sign text-subheading font-semibold'}
            >
              {title}
            </BasePopover.Title>
            {children}
            <BasePopover.Close className="sr-only text-small text-petrol focus-visible:not-sr-only">
              Close
            </BasePopover.Close>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
