import type { ReactNode } from 'react';
import type { LocationOn, ReasonOn } from '../../../contract/access-on.ts';
import { accessOnMaxRows } from '../../../contract/access-on.ts';
import { displayName } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { FeedPage, type FeedPageProps, FilterRow } from '../../components/feed-page/feed-page.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { IconPrinter } from '../../components/icons/icons.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { usePlaced } from '../../lib/browser/use-placed.ts';
import { anotherAdministrator, describeGrantor } from '../../lib/format/describe-grant.ts';
import { formatCalendarDay, formatDay, toDay } from '../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { formatClockIn, timeZoneCity } from '../../lib/format/time-zone.ts';

interface Answer {
  time_zone: string;
  log_began: string;
  not_undone: readonly { at: string; action: string; why: string }[];
  is_open_to_all: boolean;
  total: number;
}

interface AccessOnPageProps<Row> extends Pick<FeedPageProps<Row>, 'title' | 'bar' | 'empty' | 'children'> {
  /** The title has the name of what the page is about: a long one takes several lines. */
  isNamed: boolean;
  day: string;
  onDay: (day: string) => void;
  exporting: () => Promise<void>;
  query: FeedPageProps<Row>['query'] & { data: Answer | undefined };
  rows: readonly Row[] | undefined;
  count: string | undefined;
  note?: string | false;
}

/** Computed back from the audit log. It says what the log does not know. */
export function AccessOnPage<Row>(props: AccessOnPageProps<Row>) {
  const { title, isNamed, bar, day, onDay, exporting, query, rows, count, note, empty, children } = props;
  const { data } = query;
  const { profile } = useAuth();
  const isBefore = data !== undefined && day < data.log_began;
  const isPlaced = usePlaced(isNamed);
  return (
    <div className={classes('contents', !isPlaced && 'invisible')}>
      <FeedPage
        title={title}
        subtitle="At any moment of that day, computed back from the audit log"
        bar={bar}
        actions={
          <Button
            variant="secondary"
            className="print:hidden"
            icon={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
        exporting={{ save: exporting, failed: 'Failed to export the access' }}
        above={
          data && (
            <>
              <p className="hidden pb-2 print:block">
                By {profile && displayName(profile)}. Times in the list are those of{' '}
                {timeZoneCity(data.time_zone)}.
              </p>
              {!isBefore && <Doubts answer={data} />}
            </>
          )
        }
        filters={
          <FilterRow count={isBefore ? '' : count} isPrinted={false}>
            <div className="w-48 phone:w-full">
              <DateField
                label="Day"
                value={day}
                max={toDay(new Date())}
                onChange={({ target }) => target.value && onDay(target.value)}
              />
            </div>
            {data && (
              <p className="self-end pb-2.5 text-small text-ink-soft phone:self-center phone:pb-0">
                Times are those of {timeZoneCity(data.time_zone)}.
              </p>
            )}
          </FilterRow>
        }
        below={
          <>
            {data && data.total > accessOnMaxRows && (
              <p className="mt-3 text-ink-soft">
                Only the first {formatNumber(accessOnMaxRows)} of {formatNumber(data.total)} are shown. The
                CSV has all.
              </p>
            )}
            {note && <p className="mt-3 text-ink-soft">{note}</p>}
          </>
        }
        query={query}
        rows={rows}
        loading="Reading the audit log..."
        empty={
          isBefore
            ? {
                title: `The audit log begins on ${formatCalendarDay(data.log_began)}`,
                text: 'Nothing is known of the days before.',
              }
            : empty
        }
      >
        {children}
      </FeedPage>
    </div>
  );
}

function Doubts({ answer: { not_undone, is_open_to_all } }: { answer: Answer }) {
  const [first] = not_undone;
  return (
    <>
      {is_open_to_all && (
        <Alert tone="info" className="mb-4">
          Access is not enforced on this server now: everybody who signs in has access to all locations,
          whatever this list says.
        </Alert>
      )}
      {first && (
        <Alert tone="info" className="mb-4">
          <p>
            This list may be wrong: {countOf(not_undone.length, 'entry', 'entries')} of the audit log cannot
            be undone.
          </p>
          <ul className="list-disc pl-4">
            {not_undone.slice(0, 20).map(({ at, action, why }) => (
              <li key={at + action + why}>
                {action} on {formatDay(at)}: {why}.
              </li>
            ))}
          </ul>
          {not_undone.length > 20 && <p>The CSV has all of them.</p>}
        </Alert>
      )}
    </>
  );
}

interface Within {
  from: string | null;
  until: string | null;
  zone: string | undefined;
}

export function When(props: Within) {
  return <span className="text-ink-soft">{describeWhen(props) || 'All day'}</span>;
}

function describeWhen({ from, until, zone = 'UTC' }: Within): string {
  const clock = (at: string) => formatClockIn(zone, new Date(at));
  if (from && until) return `${clock(from)} – ${clock(until)}`;
  if (from) return `from ${clock(from)}`;
  return until ? `until ${clock(until)}` : '';
}

/** A reason has its own time where it is not that of the row. */
export function Reasons({
  row,
  zone,
}: {
  row: Pick<LocationOn, 'reasons' | 'from' | 'until'>;
  zone: string | undefined;
}): ReactNode {
  return (
    <ul>
      {row.reasons.map((reason) => {
        const { why, through, from, until } = reason;
        const isShorter = from !== row.from || until !== row.until;
        const when = isShorter && describeWhen({ from, until, zone });
        return (
          <li key={`${why} ${through}`} className="wrap-anywhere">
            {describeReason(reason)}
            {when && <span className="text-ink-soft"> · {when}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function describeReason({ why, through, granted }: ReasonOn): string {
  const by = granted
    ? `granted by ${granted.by ?? anotherAdministrator}`
    : 'granted before the audit log began';
  const words: Record<ReasonOn['why'], string> = {
    assigned: granted ? describeGrantor(granted.by) : 'Assigned before the audit log began',
    district: `Through ${through}, ${by}`,
    all_locations: `${through} role, all locations, ${by}`,
    cover: `Covers it, ${by}`,
  };
  return granted ? `${words[why]} · ${formatDay(granted.at)}` : words[why];
}
