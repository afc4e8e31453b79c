import { type AuditEntry, allAuditActions, auditActions } from '../../../contract/audit.ts';
import { Button } from '../../components/button/button.tsx';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { useAccess } from '../../lib/account/access.ts';
import { classes } from '../../lib/browser/classes.ts';
import type { AuditSearch, AuditSearchChanges } from '../../lib/list/audit-search.ts';
import { chipClasses } from './filter-button.tsx';
import { LocationFilter } from './location-filter.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { UserFilter } from './user-filter.tsx';

const groups = [...Map.groupBy(allAuditActions, (name) => auditActions[name].group)];

export interface FilterBarProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
  /** Absent while there is nothing to clear. */
  onClear: (() => void) | undefined;
  /** '50+ entries' */
  count: string;
  /** The entries on screen, for names that are on no list any more. */
  entries: readonly AuditEntry[];
}

/** User, location, action and days; an entry passes all of them. */
export function FilterBar({ search, onChange, onClear, count, entries }: FilterBarProps) {
  const { hasPermission } = useAccess();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3 max-md:px-4 print:border-0 print:px-0">
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
      <div className={classes('relative min-w-0 max-md:w-full', !search.action && 'print:hidden')}>
        <select
          aria-label="Action"
          className={classes(chipClasses(Boolean(search.action)), 'appearance-none pr-9 pl-3')}
          value={search.action ?? ''}
          onChange={(event) => onChange({ action: event.target.value || undefined })}
        >
          <option value="">All actions</option>
          {groups.map(([group, names]) => (
            <optgroup key={group} label={group}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {auditActions[name].label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <IconChevronDown
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-soft print:hidden"
        />
      </div>
      <PeriodFilter search={search} onChange={onChange} />
      {onClear && (
        <Button variant="link" onClick={onClear} className="ml-2 print:hidden">
          Clear filters
        </Button>
      )}
      <p role="status" className="ml-auto text-ink-soft max-md:ml-0">
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
