import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import type { OpenPopup, PopupHandle } from '../../lib/browser/popup.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { Button } from '../button/button.tsx';
import { IconChevronDown } from '../icons/icons.ts';
import { Popover } from '../overlay/popover.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import { Sheet } from '../overlay/sheet.tsx';
import { describedBy, FieldNote, inputClasses, RequiredStar } from './field.tsx';

export interface ChoiceFieldProps<Value> {
  label: string;
  name: string;
  required?: boolean;
  error?: string | undefined;
  popup: PopupHandle;
  none: string;
  chosen: readonly Value[];
  /** The chip of a chosen value, which has a key. */
  chip: (value: Value) => ReactNode;
  align: 'start' | 'end';
  /** Absent where the list itself takes back a choice. */
  onClear?: () => void;
  hint?: string | undefined;
  children: ReactNode;
}

const chipsShown = 2;

/** One tab stop, which opens the list to choose from. */
export function ChoiceField<Value>({
  label,
  name,
  required = false,
  error,
  popup,
  none,
  chosen,
  chip,
  align,
  onClear,
  hint,
  children,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  const { onKeyDown: _, ...button } = popup.buttonProps(null);
  const rest = chosen.length - chipsShown;
  return (
    <div className="min-w-0">
      <span id={`${id}-label`} className="mb-1.5 block font-medium">
        {label}
        {required && <RequiredStar />}
      </span>
      <button
        type="button"
        name={name}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={describedBy(id, error, hint)['aria-describedby']}
        {...button}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
        className={classes(inputClasses, 'flex items-center gap-1.5 text-left', error && 'border-bad!')}
      >
        <span id={`${id}-value`} className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden">
          {chosen.length === 0 && <span className="text-ink-soft">{none}</span>}
          {chosen.slice(0, chipsShown).map(chip)}
          {rest > 0 && <span className="shrink-0 text-small text-ink-soft">+{rest}</span>}
        </span>
        <IconChevronDown size={18} aria-hidden="true" className="text-ink-soft" />
      </button>
      <FieldNote id={id} error={error} hint={hint} />
      <PopupPlace of={popup}>
        {(open) => (
          <ChoicePopup label={label} popup={open} align={align}>
            {children}
            {onClear && chosen.length > 0 && (
              <Button
                variant="link"
                className="mt-2"
                onClick={() => {
                  onClear();
                  open.close();
                }}
              >
                {none}
              </Button>
            )}
          </ChoicePopup>
        )}
      </PopupPlace>
    </div>
  );
}

interface ChoicePopupProps {
  label: string;
  popup: OpenPopup;
  align: 'start' | 'end';
  children: ReactNode;
}

function ChoicePopup({ label, popup, align, children }: ChoicePopupProps) {
  if (useMediaQuery('(width < 48rem)', true))
    return (
      <Sheet title={label} isFull onClose={popup.close}>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
      </Sheet>
    );
  return (
    <Popover title={label} popup={popup} align={align} isInDialog>
      <div className="mt-2 w-96">{children}</div>
    </Popover>
  );
}
