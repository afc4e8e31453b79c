import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '../icons/icons.ts';

export interface AlertProps {
  tone: 'error' | 'info' | 'success';
  children: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** A message in a tinted box. Errors interrupt a screen reader; other messages wait for a pause. */
export function Alert({ tone, children, action, className }: AlertProps) {
  const { Icon, look } = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes(
        'flex gap-2.5 rounded-control px-3.5 py-3 text-small print:bg-transparent print:px-0',
        look,
        className,
      )}
    >
      <Icon size={18} className="mt-px" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="-my-1.5 shrink-0 self-center print:hidden">{action}</div>}
    </div>
  );
}

const tones = {
  error: { Icon: IconAlertCircle, look: 'bg-bad-soft text-bad' },
  info: { Icon: IconInfoCircle, look: 'bg-amber-soft text-amber-ink' },
  success: { Icon: IconCircleCheck, look: 'bg-good-soft text-good' },
};
