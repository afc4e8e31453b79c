import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { Card } from '../../../components/display/card.tsx';
import { Lamp } from '../../../components/display/lamp.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { usePlaced } from '../../../lib/browser/use-placed.ts';
import { formatCalendarDay, formatDate } from '../../../lib/format/format-date.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { timeZoneCity } from '../../../lib/format/time-zone.ts';
import { locationQuery } from '../../locations/locations.api.ts';
import { DayNote } from '../notes/day-note.tsx';
import { salesDayQuery, weekBeforeQuery } from '../registers.api.ts';
import { Change } from '../sales/change.tsx';
import { spanOf, weekdayName } from '../sales/days.ts';
import { SectionBar } from '../section-bar.tsx';
import { sourceNames, stateNames } from '../words.ts';
import { DayBar } from './day-bar.tsx';
import { SalesDetails } from './sales-details.tsx';
import { type Day, Statement, sourceOf } from './statement.tsx';
import { TillCards } from './till-cards.tsx';

export function SalesDayPage() {
  const { id, day } = useParams({ from: '/guarded/locations/$id/sales/$day' });
  const query = useQuery(salesDayQuery(id, day));
  const location = useQuery(locationQuery(id)).data;
  const { data } = query;
  const title = data && location && `${weekdayName(data.trading_date)} at ${location.name}`;
  useNamedPage(title);
  // A long name takes several lines.
  const isPlaced = usePlaced(title !== undefined);
  return (
    <>
      <SectionBar />
      <div className={classes('contents', !isPlaced && 'invisible')}>
        <DayBar id={id} day={day} locationName={location?.name} />
        <QueryView
          query={query}
          loading="Loading the day..."
          skeleton={<DayFrame id={id} businessDate={day} />}
          refused={(refusal) =>
            location ? (
              <>
                <DayNote id={id} business_date={day} />
                <EmptyState
                  level={1}
                  title={`No figures of ${weekdayName(day)}`}
                  text={`Nothing that counts has come from ${location.name} for this business day.`}
                />
              </>
            ) : (
              <RowNotFound about="location" refusal={refusal} />
            )
          }
        >
          {(data) => (
            <DayFrame {...{ id, businessDate: day, title, day: data }} timeZone={location?.time_zone} />
          )}
        </QueryView>
      </div>
    </>
  );
}

const linkLook = 'rounded-badge text-petrol underline underline-offset-3 max-md:-my-3 max-md:py-3';

interface DayFrameProps {
  id: string;
  businessDate: string;
  title?: string | undefined;
  timeZone?: string | undefined;
  /** Without it, the places of what will stand there. */
  day?: Day;
}

function DayFrame({ id, businessDate, title, timeZone, day }: DayFrameProps) {
  const mayNote = useAccess().mayAct('noteDay');
  return (
    <>
      <header className="mt-1 mb-4">
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="font-sign text-title font-semibold wrap-anywhere">
            {title ?? (
              <>
                <span className="sr-only">Loading the day...</span>
                <Placeholder text={`${weekdayName(businessDate)} at Location`} />
              </>
            )}
          </h1>
          {day ? <StateLamp state={day.state} /> : <Placeholder text={stateNames.closed} />}
        </div>
        <p className="hidden print:block">Printed {formatDate(new Date().toISOString())}</p>
        <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-2">
          <Fact label="Period">
            {day ? (spanOf(day) ?? 'Not known') : <Placeholder text="Nov 25 05:00 AM – Nov 26 05:00 AM" />}
          </Fact>
          <Fact label="Business day">{formatCalendarDay(businessDate)}</Fact>
          <Fact label="Time zone">{timeZone ? timeZoneCity(timeZone) : <Placeholder text="New York" />}</Fact>
          <Fact label="From">
            <span className="inline-block first-letter:uppercase">
              {day ? describeSource(day) : <Placeholder text={sourceNames.day_report} />}
            </span>
          </Fact>
          <Fact label="See also" isPrinted={false}>
            <span className="flex flex-wrap gap-x-4">
              <Link
                to="/register-files"
                search={{ location: id, business_date: businessDate }}
                className={linkLook}
              >
                Register files
              </Link>
              <Link to="/locations/$id/sales" params={{ id }} className={linkLook}>
                Sales of this location
              </Link>
            </span>
          </Fact>
          <WeekBefore id={id} day={day} />
        </dl>
        {day && day.marks.length > 0 && (
          <ul aria-label="Notes" className="mt-2 wrap-anywhere text-amber-ink">
            {day.marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </header>
      <div
        className={classes(
          'mb-4 shrink-0',
          mayNote ? 'min-h-5 max-md:min-h-11 print:mb-0 print:min-h-0' : 'empty:hidden',
        )}
      >
        <DayNote id={id} business_date={businessDate} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 print:block min-[75rem]:grid-cols-[25rem_minmax(0,1fr)]">
        <Statement day={day} />
        <div className="flex min-w-0 flex-col gap-4 print:block">
          {day ? (
            <SalesDetails {...day} figures={day}>
              <TillCards day={day} />
            </SalesDetails>
          ) : (
            <Waiting />
          )}
        </div>
      </div>
    </>
  );
}

function WeekBefore({ id, day }: { id: string; day: Day | undefined }) {
  const { data } = useQuery(weekBeforeQuery(id, day?.trading_date));
  if (!data) {
    return (
      <Fact label="A week before" isLine>
        {data === null ? 'Not compared' : <Placeholder text="$10,000.00 ▼ 0.0 %" />}
      </Fact>
    );
  }
  return (
    <Fact label={`A week before, ${weekdayName(data.date)}`} isLine>
      {formatMoney(data.base.revenue)} <Change of={data} part="revenue" />
      <span className="font-normal text-ink-soft"> · Gallons </span>
      <Change of={data} part="fuel_volume" />
      <span className="font-normal text-ink-soft"> · Merchandise </span>
      <Change of={data} part="merchandise" />
    </Fact>
  );
}

interface FactProps {
  label: string;
  isPrinted?: boolean;
  /** Has a line of its own, on phones two, so that nothing moves when it is known. */
  isLine?: boolean;
  children: ReactNode;
}

function Fact({ label, isPrinted = true, isLine = false, children }: FactProps) {
  return (
    <div className={classes(!isPrinted && 'print:hidden', isLine && 'basis-full phone:min-h-15')}>
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** Takes the place of words that are not known yet. */
function Placeholder({ text }: { text: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-badge bg-line box-decoration-clone text-transparent select-none"
    >
      {text}
    </span>
  );
}

function describeSource(day: Day): string {
  const one = sourceOf(day);
  if (one) return sourceNames[one];
  const sources = [...new Set(Object.values(day.sources))].filter((source) => source !== null);
  return sources.map((source) => sourceNames[source]).join(', ') || 'Not known';
}

function StateLamp({ state }: { state: Day['state'] }) {
  return (
    <p
      className={classes(
        'inline-flex items-center gap-2',
        state === 'closed' ? 'text-ink-soft' : 'text-amber-ink',
      )}
    >
      <Lamp isOn={state === 'closed'} />
      {stateNames[state]}
    </p>
  );
}

/** The cards beside the statement before they are known. */
function Waiting() {
  return ['Fuel by grade', 'Departments'].map((title) => (
    <Card key={title} className="shrink-0">
      <p className="border-b border-line px-6 py-3.5 font-sign text-subheading font-semibold max-md:px-4">
        {title}
      </p>
      <SkeletonRows label={`Loading ${title.toLowerCase()}...`} count={5} />
    </Card>
  ));
}
