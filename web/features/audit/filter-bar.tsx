import { useState } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { Button } from '../../components/button/button.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { LocationFilter } from '../../parts/choose/location-filter.tsx';
import { ActionFilter } from './action-filter.tsx';
import type { AuditSearch, AuditSearchChanges } from './audit-filters.ts';
import { PeriodFilter } from './period-filter.tsx';
import { UserFilter } from './user-filter.tsx';

export interface FilterBarProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
  onClear: (() => void) | undefined;
  count: string;
  /** For the names of deleted users and locations. */
  entries: readonly AuditEntry[];
}

export function FilterBar({ search, onChange, onClear, count, entries }: FilterBarProps) {
  const { hasPermission } = useAccess();
  // Three rows of filters would push the first entry off the screen.
  const isPhone = useMediaQuery('(width < 48rem)');
  const [isOpen, setOpen] = useState(false);
  const chosen = [
    search.user,
    search.location,
    search.action ?? search.only,
    search.from ?? search.to,
  ].filter(Boolean).length;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3 max-md:px-4 print:border-0 print:px-0">
      {isPhone && (
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
        </Button>
      )}
      {(isOpen || !isPhone) && (
        <>
          {hasPermission('users.read') && (
            <UserFilter
              id={search.user}
              nameAtHand={userName(entries, search.user)}
              onChange={(user) => onChange({ user })}
            />
          )}
          {hasPermission('locations.read') && (
            <LocationFilter
              id={search.location}
              nameAtHand={locationName(entries, search.location)}
              onChange={(location) => onChange({ location })}
            />
          )}
          <ActionFilter search={search} onChange={onChange} />
          <PeriodFilter search={search} onChange={onChange} />
        </>
      )}
      {onClear && (
        <Button variant="link" onClick={onClear} className="ml-2 print:hidden">
          Clear filters
        </Button>
      )}
      <p role="status" className="ml-auto text-ink-soft">
        {count}
      </p>
    </div>
  );
}

function userName(entries: readonly AuditEntry[], id: string | undefined) {
  const users = entries.flatMap(({ actor, subject }) => [subject, actor]);
  return users.find((user) => user.id === id)?.name;
}

function locationName(entries: readonly AuditEntry[], id: string | undefined) {
  return entries.flatMap((entry) => entry.locations).find((location) => location.id === id)?.name;
}
