import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { getSalesDay, PartSource } from '../../../../contract/registers.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { UpLink } from '../../../components/detail/up-link.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { formatCount, formatMoney, formatVolume } from '../../../lib/format/format-money.ts';
import { timeZoneCity } from '../../../lib/format/time-zone.ts';
import { locationQuery } from '../../locations/locations.api.ts';
import { DayNote } from '../notes/day-note.tsx';
import { salesDayQuery } from '../registers.api.ts';
import { spanOf, weekdayName } from '../sales/days.ts';
import { SectionBar } from '../section-bar.tsx';
import { sourceNames, stateNames } from '../words.ts';
import { SalesDetails } from './sales-details.tsx';

type Day = Answer<typeof getSalesDay>;

export function SalesDayPage() {
  const { id, day } = useParams({ from: '/guarded/locations/$id/sales/$day' });
  const query = useQuery(salesDayQuery(id, day));
  const location = useQuery(locationQuery(id)).data;
  const title = query.data ? weekdayName(query.data.trading_date) : undefined;
  useNamedPage(title && location && `${title} · ${location.name}`);
  const span = query.data && spanOf(query.data);
  const zone = location ? `, location time (${timeZoneCity(location.time_zone)})` : '';
  return (
    <>
      <SectionBar />
      <UpLink to="/locations/$id/sales" params={{ id }}>
        {location ? `Sales of ${location.name}` : 'Sales'}
      </UpLink>
      <PageTitle
        title={title ? `${title}${location ? ` at ${location.name}` : ''}` : 'Sales'}
        subtitle={span ? `${span}${zone}` : ' '}
        actions={
          <Link
            to="/register-files"
            search={{ location: id, business_date: day }}
            className={buttonClasses('secondary')}
          >
            Register files
          </Link>
        }
      />
      <DayNote id={id} business_date={day} />
      <QueryView
        query={query}
        loading="Loading the day..."
        refused={(refusal) => <RowNotFound about="location" refusal={refusal} />}
      >
        {(day) => (
          <div className="flex flex-col gap-4">
            <Figures day={day} />
            <SalesDetails {...day} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function describeRevenue({ fuel, merchandise, revenue }: Day): string {
  if (revenue === null) return 'Not known';
  if (fuel === null) return 'Merchandise only, without tax';
  return merchandise === null ? 'Fuel only, without tax' : 'Fuel and merchandise, without tax';
}

function Figures({ day }: { day: Day }) {
  const { sources, journal } = day;
  const from = (source: PartSource | null) => (source ? `From the ${sourceNames[source]}` : 'Not known');
  return (
    <Card aria-label="Figures" className="shrink-0 px-6 py-4 max-md:px-4">
      <p>
        <span className="font-semibold">{stateNames[day.state]}</span>
        <span className="text-ink-soft"> · Business day {formatCalendarDay(day.business_date)}</span>
      </p>
      {day.marks.length > 0 && (
        <ul aria-label="Notes" className="mt-0.5 text-small wrap-anywhere text-amber-ink">
          {day.marks.map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
      )}
      <dl className="mt-4 grid grid-cols-5 gap-x-6 gap-y-4 max-xl:grid-cols-3 max-md:grid-cols-2">
        <Figure label="Revenue" value={formatMoney(day.revenue)} note={describeRevenue(day)} />
        <Figure
          label="Fuel"
          value={formatMoney(day.fuel)}
          note={from(sources.fuel)}
          lines={[
            ['Gross', formatMoney(day.fuel_gross)],
            ['Discounts', formatMoney(day.fuel_discounts)],
            ['Gallons', formatVolume(day.fuel_volume)],
            ...(journal ? [['Journal', formatMoney(journal.fuel)] as const] : []),
          ]}
        />
        <Figure
          label="Merchandise"
          value={formatMoney(day.merchandise)}
          note={from(sources.merchandise)}
          lines={[
            ['Gross', formatMoney(day.merchandise_gross)],
            ['Excluded', formatMoney(day.excluded)],
            ...(journal ? [['Journal', formatMoney(journal.merchandise)] as const] : []),
          ]}
        />
        <Figure
          label="Tax"
          value={formatMoney(day.tax)}
          note={from(sources.tax)}
          lines={journal ? [['Journal', formatMoney(journal.tax)]] : []}
        />
        <Figure
          label="Sales"
          value={formatCount(day.sales)}
          note={from(sources.sales)}
          lines={[['Refunds', formatCount(day.refunds)]]}
        />
      </dl>
    </Card>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note: string;
  lines?: readonly (readonly [string, string])[];
}

function Figure({ label, value, note, lines = [] }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className="font-sign text-heading font-semibold wrap-anywhere">{value}</dd>
      <dd className="text-small text-ink-soft">{note}</dd>
      {lines.map(([name, text]) => (
        <dd key={name} className="flex justify-between gap-3 text-small max-lg:max-w-56">
          <span className="text-ink-soft">{name}</span>
          <span className="tabular-nums">{text}</span>
        </dd>
      ))}
    </div>
  );
}
