import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  label: string;
  /** The tooltip, when a row of buttons needs a shorter text than the name. */
  tooltip?: string;
  hotkey?: string;
  icon: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
}

export function IconButton({
  label,
  tooltip = label,
  hotkey,
  icon,
  tone = 'plain',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      data-tooltip={tooltip}
      data-hotkey={hotkey}
      {...rest}
      aria-label={label}
      className={classes(iconButtonClasses, tone === 'danger' && 'hover:text-bad', className)}
    >
      {icon}
    </button>
  );
}

export const iconButtonClasses =
  'inline-grid size-9 print:hidden shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-surface-raised hover:text-ink not-disabled:active:bg-line not-disabled:active:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-popup-open:bg-surface-raised data-popup-open:text-ink max-md:size-11';
