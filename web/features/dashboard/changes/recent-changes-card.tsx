import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../contract/audit.ts';
import { recentChangesShown } from '../../../../contract/dashboard.ts';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { LocationTag } from '../../../parts/badges/location-tag.tsx';
import { recentChangesQuery } from '../dashboard.api.ts';
import { DashboardCard, SkeletonRows } from '../dashboard-card.tsx';
import type { OfDistricts } from '../tile.tsx';

export function RecentChangesCard({ district, className }: OfDistricts & { className: string }) {
  return (
    <DashboardCard
      title="Recent changes"
      query={useQuery(recentChangesQuery(district))}
      aside={
        <Link
          to="/audit"
          search={{ district }}
          className="flex items-center font-semibold text-petrol underline-offset-3 hover:underline max-md:min-h-11"
        >
          Open audit
        </Link>
      }
      className={className}
      skeleton={<SkeletonRows count={recentChangesShown} className="h-12.75" />}
    >
      {(entries) =>
        entries.length === 0 ? (
          <p className="px-5 py-3 text-ink-soft max-md:px-4">Nothing was changed in the last 90 days.</p>
        ) : (
          <ul>
            {entries.map((entry) => (
              <ChangeRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      }
    </DashboardCard>
  );
}

function ChangeRow({ entry }: { entry: AuditEntry }) {
  const { actor, before, subject, after } = partsOf(entry);
  const [location] = entry.locations;
  return (
    <li className="flex h-12.75 items-center gap-4 border-b border-line px-5 last:border-b-0 max-md:px-4">
      <p className="line-clamp-2 min-w-0 flex-1 leading-5 wrap-anywhere">
        {actor && <strong className="font-semibold">{actor}</strong>}
        {before}
        {subject && <Subject entry={entry}>{subject}</Subject>}
        {after}
        {location && !entry.sentence.includes(location.name) && (
          <>
            {' '}
            <span className="inline-flex max-w-full align-bottom">
              <LocationTag name={location.name} className="py-0!" />
            </span>
          </>
        )}
      </p>
      <time
        dateTime={entry.at}
        data-tooltip={formatDate(entry.at)}
        className="text-small whitespace-nowrap text-ink-soft"
      >
        {formatAgo(entry.at)}
      </time>
    </li>
  );
}

const look = 'text-petrol underline-offset-3 hover:underline';

/** A deleted row has no page. */
function Subject({ entry: { action, subject }, children }: { entry: AuditEntry; children: string }) {
  if (subject.id && subject.type === 'user' && action !== 'user.deleted') {
    return (
      <Link to="/users/$userId" params={{ userId: subject.id }} className={look}>
        {children}
      </Link>
    );
  }
  if (subject.id && subject.type === 'location' && action !== 'location.deleted') {
    return (
      <Link to="/locations/$id" params={{ id: subject.id }} className={look}>
        {children}
      </Link>
    );
  }
  return children;
}

interface SentenceParts {
  actor: string;
  before: string;
  subject: string;
  after: string;
}

/** A sentence of the audit log, cut at the names of the actor and the subject; a part may be empty. */
export function partsOf({
  sentence,
  ...entry
}: Pick<AuditEntry, 'sentence' | 'actor' | 'subject'>): SentenceParts {
  const actor = entry.actor.name && sentence.startsWith(entry.actor.name) ? entry.actor.name : '';
  const rest = sentence.slice(actor.length);
  const at = entry.subject.name ? rest.indexOf(entry.subject.name) : -1;
  if (at < 0) return { actor, before: rest, subject: '', after: '' };
  const end = at + entry.subject.name.length;
  return { actor, before: rest.slice(0, at), subject: rest.slice(at, end), after: rest.slice(end) };
}
