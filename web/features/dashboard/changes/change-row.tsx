import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../../contract/audit.ts';
import { formatAgo } from '../../../lib/format/format-ago.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { LocationTag } from '../../../parts/badges/location-tag.tsx';
import { partsOf } from './sentence-parts.ts';

export function ChangeRow({ entry }: { entry: AuditEntry }) {
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
