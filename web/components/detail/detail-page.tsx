import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { useMediaQuery, usePrinting } from '../../lib/browser/use-media-query.ts';
import { usePlaced } from '../../lib/browser/use-placed.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { Card } from '../display/card.tsx';
import { useIsOutageShown } from '../feedback/outage.tsx';
import { IconChevronDown } from '../icons/icons.ts';
import { BackBar, BackLine, type BackLineProps } from './back-line.tsx';

export interface DetailPageProps {
  back: BackLineProps;
  /** `title`, `facts` and `banner` are undefined while they load; null means that there is none. */
  title: string | undefined;
  mark?: ReactNode;
  state?: ReactNode;
  facts?: ReactNode;
  /** In place of `facts`. Its labeled facts keep their height while loading. */
  sheet?: ReactNode;
  acts?: ReactNode;
  /** In the top bar on phones. */
  menu?: ReactNode;
  banner: ReactNode;
  /** On narrow screens, collapsed above the content. Null for a page without. */
  rail: ReactNode;
  /** Its first card, which stands open at every width. */
  railFirst?: ReactNode;
  railTitle?: string;
  children: ReactNode;
}

export function DetailPage({
  back,
  title,
  mark,
  state,
  facts,
  sheet,
  acts,
  menu,
  banner,
  rail,
  railFirst,
  railTitle = 'Details',
  children,
}: DetailPageProps) {
  const isSlow = useIsSlow(title === undefined);
  const isKnown = title !== undefined && banner !== undefined;
  const isPlaced = usePlaced(isKnown);
  const isOutage = useIsOutageShown();
  const isNarrow = useMediaQuery('(width < 48rem)');
  const isPrinting = usePrinting();
  // The bar of a phone is not printed.
  const isPhone = isNarrow && !isPrinting;
  const [heading, isAway] = useScrolledAway(isPhone);
  return (
    <div className="shrink-0">
      {isPhone ? <BackBar {...back} title={(isAway && title) || null} menu={menu} /> : <BackLine {...back} />}
      <header className="mt-1 mb-4 flex flex-wrap items-start gap-x-6 gap-y-3 max-md:mb-2.5 max-md:gap-y-1.5">
        <div className="flex min-w-0 flex-[1_1_20rem] items-start gap-4 max-md:basis-full">
          {!isPhone && mark}
          <div className="min-w-0 flex-1">
            <div className="min-h-9 max-md:min-h-11">
              <Title ref={heading} title={title} />
              {state && (
                <span className="ml-3 inline-block align-middle max-md:ml-0 max-md:block max-md:h-5 max-md:leading-5">
                  {state}
                </span>
              )}
              {isSlow && !isOutage && <StillTrying />}
            </div>
            {!sheet && <div className="min-h-5 text-ink-soft max-md:min-h-11">{facts}</div>}
            <p className="hidden print:block">Printed {formatDate(new Date().toISOString())}</p>
          </div>
        </div>
        {/* One order and the right edge, also in a line of their own. */}
        <div className="ml-auto flex flex-wrap justify-end gap-2 empty:hidden max-md:order-last print:hidden">
          {acts}
          {!isPhone && menu}
        </div>
        {sheet && <div className={classes('w-full', !isPlaced && 'opacity-0')}>{sheet}</div>}
      </header>
      {banner}
      {/* Its own content loads invisibly until the notice above it is known, so that nothing moves. */}
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 print:block',
          rail !== null && 'min-[75rem]:grid-cols-[minmax(0,1fr)_17.5rem]',
          title !== undefined && !isKnown && 'invisible',
          !isPlaced && 'opacity-0',
        )}
      >
        {rail && (
          <Rail title={railTitle} first={railFirst}>
            {rail}
          </Rail>
        )}
        <div className="flex min-w-0 flex-col gap-4 min-[75rem]:col-start-1 min-[75rem]:row-start-1">
          {children}
        </div>
      </div>
    </div>
  );
}

/** True once the heading has left the screen of a phone, below whose bar it stands. */
function useScrolledAway(isPhone: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isPhone) return;
    const look = () => {
      const bar = document.querySelector('#main nav')?.getBoundingClientRect();
      if (bar && heading.current) setAway(heading.current.getBoundingClientRect().bottom < bar.bottom);
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [isPhone]);
  return [heading, isAway] as const;
}

function StillTrying() {
  return (
    <p role="status" className="text-ink-soft">
      Still trying…
    </p>
  );
}

function Title({ title, ref }: Pick<DetailPageProps, 'title'> & { ref: Ref<HTMLHeadingElement> }) {
  if (title === undefined)
    return (
      <h1 key="loading" className="h-6 w-56 rounded-full bg-line max-md:w-36">
        <span className="sr-only">Loading...</span>
      </h1>
    );
  return (
    <h1
      key="title"
      ref={ref}
      dir="auto"
      className="inline font-sign text-title font-semibold wrap-anywhere max-md:text-subheading"
    >
      {title}
    </h1>
  );
}

function Rail({ title, first, children }: { title: string; first: ReactNode; children: ReactNode }) {
  const isNarrow = useMediaQuery('(width < 75rem)');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    // The same elements at every width, so that a dialog of a card keeps what was typed when the window is resized.
    <div className="flex flex-col gap-4 print:hidden">
      <Card className="min-[75rem]:contents">
        {first && <div className="border-b border-line min-[75rem]:contents">{first}</div>}
        {isNarrow && (
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
        )}
        <div
          id={id}
          className={classes('border-t border-line min-[75rem]:contents', !isOpen && 'max-[75rem]:hidden')}
        >
          {children}
        </div>
      </Card>
    </div>
  );
}
