import { useId } from 'react';
import { type AuditEntry, allAuditActions, auditActions } from '../../../contract/audit.ts';
import { Field, inputClasses } from '../../components/form/field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { SettingsSearch } from '../../lib/list/settings-search.ts';
import { LocationFilter } from './location-filter.tsx';
import { UserFilter } from './user-filter.tsx';

const groups = [...Map.groupBy(allAuditActions, (name) => auditActions[name].group)];

export interface FilterBarProps {
  search: SettingsSearch;
  onChange: (changes: { [K in keyof SettingsSearch]?: SettingsSearch[K] | undefined }) => void;
  /** The entries on screen, for names that are on no list any more. */
  entries: readonly AuditEntry[];
}

/** User, location, action and days; an entry passes all of them. */
export function FilterBar({ search, onChange, entries }: FilterBarProps) {
  const { hasPermission } = useAccess();
  const actionId = useId();
  return (
    <div className="grid gap-3 border-b border-line px-6 py-4 max-md:grid-cols-2 max-md:px-4 md:grid-cols-3 xl:grid-cols-5">
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
      <div className="min-w-0 max-md:col-span-2">
        <Field id={actionId} label="Action">
          <select
            id={actionId}
            className={inputClasses}
            value={search.action ?? ''}
            onChange={(event) => onChange({ action: event.target.value || undefined })}
          >
            <option value="">Everything</option>
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
        </Field>
      </div>
      <TextField
        label="From"
        type="date"
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextField
        label="To"
        type="date"
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
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
