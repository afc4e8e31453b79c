import { useState } from 'react';
import { type AuditEntry, allAuditActions, auditActions } from '../../../contract/audit.ts';
import { Button } from '../../components/button/button.tsx';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { ChoiceRows } from '../../components/form/choices.tsx';
import { Picker } from '../../components/form/picker.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { DistrictFilter } from '../../parts/choose/district-filter.tsx';
import { LocationFilter, type SubjectFilterProps } from '../../parts/choose/location-choices.tsx';
import { useUserNamed } from '../../parts/choose/user-choices.api.ts';
import { UserChoices } from '../../parts/choose/user-choices.tsx';
import type { AuditSearch, AuditSearchChanges } from './audit-filters.ts';
import { PeriodFilter } from './period-filter.tsx';

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
  // Open from the start on a wide screen, so that one that becomes narrow loses no open filter.
  const [isOpen, setOpen] = useState(!isPhone);
  const chosen = [
    search.user,
    search.location,
    search.district,
    search.action ?? search.only,
    search.token,
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
          <DistrictFilter value={search.district} onChange={(district) => onChange({ district })} />
          <ActionFilter search={search} onChange={onChange} />
          <TokenFilter id={search.token} entries={entries} onChange={(token) => onChange({ token })} />
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

interface ActionFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
}

/** All that changes users, locations and roles; no sign-ins, passwords and invitations. */
const changesOnly = { value: 'changes', label: 'Changes only' };

function ActionFilter({ search: { action, only }, onChange }: ActionFilterProps) {
  const chosen = action ? auditActions[action].label : only ? changesOnly.label : null;
  return (
    <FilterButton
      label="Action"
      everything="All actions"
      chosen={chosen}
      onChange={(value) =>
        onChange(
          value === changesOnly.value
            ? { action: undefined, only: value }
            : { action: value, only: undefined },
        )
      }
    >
      {(choose) => <ActionChoices onChoose={choose} />}
    </FilterButton>
  );
}

function ActionChoices({ onChoose }: { onChoose: (action: string) => void }) {
  const [text, setText] = useState('');
  const typed = text.trim().toLowerCase();
  const found = allAuditActions.filter((name) => auditActions[name].label.toLowerCase().includes(typed));
  return (
    <Picker>
      <SearchInput placeholder="Search actions..." value={text} onValueChange={setText} autoFocus />
      {found.length === 0 && <p className="px-2.5 py-4 text-small text-ink-soft">Nothing found</p>}
      <div className="max-h-72 overflow-y-auto">
        {changesOnly.label.toLowerCase().includes(typed) && (
          <div className="pt-1.5">
            <ChoiceRows
              label="Many actions"
              choices={[[changesOnly.value, changesOnly.label]]}
              onChoose={onChoose}
            />
          </div>
        )}
        {[...Map.groupBy(found, (name) => auditActions[name].group)].map(([group, names]) => (
          <div key={group}>
            <h3 className="px-2.5 pt-3 pb-1 text-badge font-semibold text-ink-soft">{group}</h3>
            <ChoiceRows
              label={group}
              choices={names.map((name) => [name, auditActions[name].label])}
              onChoose={onChoose}
            />
          </div>
        ))}
      </div>
    </Picker>
  );
}

/** Of the tokens in the entries on screen; absent where nothing was done with one. */
function TokenFilter({
  id,
  entries,
  onChange,
}: Pick<SubjectFilterProps, 'id' | 'onChange'> & { entries: readonly AuditEntry[] }) {
  const names = new Map(entries.flatMap(({ token }) => (token ? [[token.id, token.name] as const] : [])));
  if (!id && names.size === 0) return null;
  return (
    <FilterButton
      label="Token"
      everything="All tokens"
      chosen={id ? (names.get(id) ?? 'One token') : null}
      onChange={onChange}
    >
      {(choose) => <ChoiceRows label="Tokens" choices={[...names]} onChoose={choose} />}
    </FilterButton>
  );
}

function UserFilter({ id, nameAtHand, onChange }: SubjectFilterProps) {
  const name = useUserNamed(id) ?? nameAtHand;
  return (
    <FilterButton
      label="User"
      everything="All users"
      chosen={id ? (name ?? 'One user') : null}
      onChange={onChange}
    >
      {(choose) => <UserChoices onChoose={(user) => choose(user.id)} />}
    </FilterButton>
  );
}
