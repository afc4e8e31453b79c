import { type ReactNode, useEffect, useId, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { useMediaQuery, usePrinting } from '../../lib/browser/use-media-query.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { useListOrigin } from '../../lib/list/list-origin.ts';
import { Card } from '../display/card.tsx';
import { useIsOutageShown } from '../feedback/outage.tsx';
import { IconArrowLeft, IconChevronDown } from '../icons/icons.ts';
import { BackLine, type BackLineProps, BackLink } from './back-line.tsx';

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
  /** On narrow screens, collapsed above the content. */
  rail: ReactNode;
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
  railTitle = 'Details',
  children,
}: DetailPageProps) {
  const isSlow = useIsSlow(title === undefined);
  const isPlaced = usePlaced(banner);
  const isOutage = useIsOutageShown();
  const isNarrow = useMediaQuery('(width < 48rem)');
  const isPrinting = usePrinting();
  // The bar of a phone is not printed.
  const isPhone = isNarrow && !isPrinting;
  return (
    <div className="shrink-0">
      {isPhone && <Bar back={back} title={title} menu={menu} />}
      <BackLine {...back} />
      <header className="mt-1 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-center gap-4">
          {mark}
          <div className="min-w-0">
            {(!isPhone || state !== null) && (
              <div className="flex min-h-9 flex-wrap items-center gap-x-3 max-md:min-h-6">
                {!isPhone && <Title title={title} />}
                {isSlow && !isOutage && <StillTrying />}
                {state}
              </div>
            )}
            {!sheet && (
              // Two lines of links on phones, so that nothing moves when they come.
              <div className="min-h-5 text-ink-soft max-md:min-h-22">{facts}</div>
            )}
            <p className="hidden print:block">Printed {formatDate(new Date().toISOString())}</p>
          </div>
        </div>
        <div className="flex min-h-9 flex-wrap gap-2 max-md:order-last max-md:min-h-11 max-md:w-full print:hidden">
          {acts}
          {!isPhone && menu}
        </div>
        {sheet && <div className="w-full">{sheet}</div>}
      </header>
      {banner}
      {/* Its own content loads invisibly until the notice above it is known, so that nothing moves. */}
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 print:block min-[75rem]:grid-cols-[minmax(0,1fr)_17.5rem]',
          banner === undefined && title !== undefined && 'invisible',
          !isPlaced && 'opacity-0',
        )}
      >
        {rail && <Rail title={railTitle}>{rail}</Rail>}
        <div className="flex min-w-0 flex-col gap-4 min-[75rem]:col-start-1 min-[75rem]:row-start-1">
          {children}
        </div>
      </div>
    </div>
  );
}

/** False for one frame in which a notice above has come: nothing is seen to move, and the content keeps its state. */
function usePlaced(banner: ReactNode): boolean {
  const [wasKnown, setKnown] = useState(banner !== undefined);
  const [isPlaced, setPlaced] = useState(true);
  if (!wasKnown && banner !== undefined) {
    setKnown(true);
    setPlaced(!banner);
  }
  useEffect(() => {
    if (isPlaced) return;
    const frame = requestAnimationFrame(() => setPlaced(true));
    return () => cancelAnimationFrame(frame);
  }, [isPlaced]);
  return isPlaced;
}

function StillTrying() {
  return (
    <p role="status" className="text-ink-soft">
      Still trying…
    </p>
  );
}

function Title({ title }: Pick<DetailPageProps, 'title'>) {
  if (title === undefined)
    return (
      <h1 key="loading" className="h-6 w-56 rounded-full bg-line max-md:mr-auto max-md:w-36">
        <span className="sr-only">Loading...</span>
      </h1>
    );
  return (
    <h1
      key="title"
      dir="auto"
      className="min-w-0 font-sign text-title font-semibold wrap-anywhere max-md:flex-1 max-md:truncate max-md:text-left max-md:text-subheading"
    >
      {title}
    </h1>
  );
}

/** Stays at the top of a phone while the page scrolls under it. */
function Bar({ back, title, menu }: Pick<DetailPageProps, 'back' | 'title' | 'menu'>) {
  const origin = useListOrigin();
  return (
    <div className="sticky -top-4 z-2 -mx-4 -mt-4 mb-1 flex h-13 items-center gap-1 border-b border-line bg-ground px-2 print:hidden">
      <BackLink
        list={back.list}
        label={`Back to ${back.label}`}
        origin={origin}
        className="grid size-11 shrink-0 place-items-center rounded-control"
      >
        <IconArrowLeft size={20} aria-hidden="true" />
      </BackLink>
      <Title title={title} />
      {menu}
    </div>
  );
}

function Rail({ title, children }: { title: string; children: ReactNode }) {
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
