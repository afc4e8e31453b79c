import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { inputClasses } from '../../components/form/field.tsx';
import { IconChevronDown, IconX } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';

export interface FilterButtonProps {
  /** 'User' */
  label: string;
  /** What is chosen, by name; null for everything. */
  chosen: string | null;
  /** 'Everybody' */
  everything: string;
  onClear: () => void;
  /** The choices, rendered when it opens. */
  children: (close: () => void) => ReactNode;
}

/** A filter with more choices than a select could hold: a button that opens a searched list. */
export function FilterButton({ label, chosen, everything, onClear, children }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <div className="min-w-0">
      <p className="mb-1.5 font-medium">{label}</p>
      <div className="relative">
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger
            ref={trigger}
            aria-label={`${label}: ${chosen ?? everything}`}
            className={classes(inputClasses, 'flex items-center text-left', chosen ? 'pr-11' : 'pr-3')}
          >
            <span className={classes('min-w-0 flex-1 truncate', !chosen && 'text-ink-soft')}>
              {chosen ?? everything}
            </span>
            {!chosen && <IconChevronDown size={16} className="text-ink-soft" aria-hidden="true" />}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner side="bottom" align="start" sideOffset={5} collisionPadding={8}>
              <Popover.Popup
                aria-label={label}
                className="w-80 max-w-[calc(100vw-1rem)] rounded-menu border border-line bg-surface p-2 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0"
              >
                {children(() => setOpen(false))}
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
        {chosen && (
          <IconButton
            label={`Clear ${label.toLowerCase()}`}
            icon={<IconX size={16} aria-hidden="true" />}
            onClick={() => {
              onClear();
              trigger.current?.focus();
            }}
            className="absolute inset-y-0 right-1 my-auto max-md:right-0"
          />
        )}
      </div>
    </div>
  );
}
