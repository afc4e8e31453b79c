import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconChevronDown, IconX } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';

export interface FilterButtonProps {
  label: string;
  /** The name of the chosen value; null when there is no filter. */
  chosen: string | null;
  everything: string;
  /** Undefined when there is no filter. */
  onChange: (value: string | undefined) => void;
  /** The choices, rendered when it opens; choosing closes it. */
  children: (choose: (value: string) => void) => ReactNode;
}

/** A filter with more choices than a select can hold: a button that opens a searchable list. */
export function FilterButton({ label, chosen, everything, onChange, children }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <div
      className={classes(
        'relative min-w-0 max-w-72 max-md:max-w-none max-md:w-full',
        chosen === null && 'print:hidden',
      )}
    >
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          ref={trigger}
          aria-label={`${label}: ${chosen ?? everything}`}
          className={classes(
            chipClasses(chosen !== null),
            'flex items-center gap-2 pl-3 text-left',
            chosen ? 'pr-11' : 'pr-3',
          )}
        >
          <span className="min-w-0 flex-1 truncate">{chosen ? `${label}: ${chosen}` : everything}</span>
          {!chosen && <IconChevronDown size={16} className="text-ink-soft" aria-hidden="true" />}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="bottom" align="start" sideOffset={5} collisionPadding={8}>
            <Popover.Popup
              aria-label={label}
              className="w-80 max-w-[calc(100vw-1rem)] rounded-menu border border-line bg-surface p-2 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0"
            >
              {children((value) => {
                onChange(value);
                setOpen(false);
              })}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {chosen && (
        <IconButton
          label={`Clear ${label.toLowerCase()}`}
          icon={<IconX size={16} aria-hidden="true" />}
          onClick={() => {
            onChange(undefined);
            trigger.current?.focus();
          }}
          className="absolute inset-y-0 right-0 my-auto print:hidden size-8! rounded-full! max-md:size-11!"
        />
      )}
    </div>
  );
}

/** The classes of a control in the filter row; one with a filter is highlighted. */
export function chipClasses(isChosen: boolean) {
  return classes(
    'h-8 w-full rounded-full border focus-visible:outline-offset-0 active:bg-line max-md:h-11 max-md:text-phone-input',
    isChosen
      ? 'border-petrol bg-petrol-soft font-semibold text-petrol'
      : 'border-line-strong bg-surface text-ink',
  );
}
