import { type ReactNode, useEffect } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { Card } from './card.tsx';

export interface PanelProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  toolbar?: ReactNode;
  /** The tab above says the same, so only screen readers get the title. */
  isTitleHidden?: boolean;
  /** A section of a page in one column, with the title at the side on wide screens. */
  isSection?: boolean;
  /** By which a link leads to the section. */
  id?: string;
  /** The content extends to the edges, as rows do. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({
  title,
  description,
  actions,
  toolbar,
  isTitleHidden = false,
  isSection = false,
  id,
  isFlush = false,
  className,
  children,
}: PanelProps) {
  useEffect(() => {
    // A part that the page loads later comes after the browser looked for it.
    if (id && location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  if (isSection) {
    return (
      <section
        id={id}
        aria-label={title}
        className="grid scroll-mt-4 gap-x-10 gap-y-4 border-t border-line py-6 first:border-t-0 first:pt-2 lg:grid-cols-[15rem_minmax(0,40rem)]"
      >
        <header>
          <h2 className="font-sign text-subheading font-semibold">{title}</h2>
          {description && <p className="text-ink-soft">{description}</p>}
        </header>
        <div className="min-w-0">{children}</div>
      </section>
    );
  }
  return (
    <Card aria-label={title} className={classes(!isFlush && 'px-6 pt-4 pb-6 max-md:px-4', className)}>
      <header
        className={classes(
          'flex flex-wrap items-center justify-between gap-3',
          isFlush && 'border-b border-line px-6 py-4 max-md:px-4',
        )}
      >
        <div className="min-w-0">
          <h2 className={isTitleHidden ? 'sr-only' : 'font-sign text-subheading font-semibold'}>{title}</h2>
          {description && <p className="text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        {toolbar && <div className="w-full">{toolbar}</div>}
      </header>
      {isFlush ? children : <div className="mt-4">{children}</div>}
    </Card>
  );
}
