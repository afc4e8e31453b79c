import { type ReactNode, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { IconButton } from '../button/icon-button.tsx';
import { IconChevronDown, IconX } from '../icons/icons.ts';
import { lazyMenu } from '../loading/lazy-dialog.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';

const Popover = lazyMenu(() => import('../overlay/popover.tsx'), 'Popover');

export interface FilterButtonProps {
  label: string;
  chosen: string | null;
  /** All of it, on paper. */
  printed?: string | undefined;
  everything: string;
  /** What is chosen says by itself what it is. */
  isPlain?: boolean;
  onChange: (value: string | undefined) => void;
  children: (choose: (value: string) => void) => ReactNode;
}

export function FilterButton(props: FilterButtonProps) {
  const { label, chosen, printed = chosen, everything, isPlain = false, onChange, children } = props;
  const [popup] = useState(() => createPopup('dialog'));
  const box = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={box}
      className={classes(
        'relative min-w-0 max-w-60 max-md:max-w-none max-md:w-full print:max-w-none',
        chosen === null && 'print:hidden',
      )}
    >
      {chosen !== null && (
        <p className="hidden print:block">
          {label}: {printed}
        </p>
      )}
      <button
        type="button"
        {...popup.buttonProps(null)}
        aria-label={`${label}: ${chosen ?? everything}`}
        className={classes(
          chipClasses(chosen !== null),
          'print:hidden flex items-center gap-2 pl-3 text-left',
          chosen ? 'pr-11' : 'pr-3',
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          {chosen ? (isPlain ? chosen : `${label}: ${chosen}`) : everything}
        </span>
        {!chosen && <IconChevronDown size={16} className="text-ink-soft" aria-hidden="true" />}
      </button>
      <PopupPlace of={popup}>
        {(open) => (
          <Popover title={label} isTitleHidden popup={open} align="start">
            <div className="w-72 max-w-full">
              {children((value) => {
                onChange(value);
                open.close();
              })}
            </div>
          </Popover>
        )}
      </PopupPlace>
      {chosen && (
        <IconButton
          label={`Clear ${label.toLowerCase()}`}
          icon={<IconX size={16} aria-hidden="true" />}
          onClick={() => {
            onChange(undefined);
            box.current?.querySelector('button')?.focus();
          }}
          className="absolute inset-y-0 right-0 my-auto print:hidden size-8! rounded-full! max-md:size-11!"
        />
      )}
    </div>
  );
}

export function chipClasses(isChosen: boolean) {
  return classes(
    'h-8 w-full rounded-full border focus-visible:outline-offset-0 active:bg-line max-md:h-11 max-md:text-phone-input',
    isChosen
      ? 'border-petrol bg-petrol-soft font-semibold text-petrol'
      : 'border-line-strong bg-surface text-ink',
  );
}
