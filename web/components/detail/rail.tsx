import { type ReactNode, useId, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { Card } from '../display/card.tsx';
import { IconChevronDown } from '../icons/icons.ts';

export function Rail({ title, children }: { title: string; children: ReactNode }) {
  const isNarrow = useMediaQuery('(width < 75rem)');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!isNarrow) return <div className="flex flex-col gap-4 print:hidden">{children}</div>;
  return (
    <Card className="print:hidden">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex h-12 w-full items-center justify-between px-6 font-sign text-subheading font-semibold -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4"
        >
          {title}
          <IconChevronDown
            size={18}
            aria-hidden="true"
            className={classes('text-ink-soft transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={id} className={classes('border-t border-line', !isOpen && 'hidden')}>
        {children}
      </div>
    </Card>
  );
}
