import { useState } from 'react';
import { allAuditActions, auditActions } from '../../../contract/audit.ts';
import { FilterButton } from '../../components/filters/filter-button.tsx';
import { choiceClasses } from '../../components/form/choices.tsx';
import { Picker } from '../../components/form/picker.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import type { AuditSearch, AuditSearchChanges } from './audit-filters.ts';

export interface ActionFilterProps {
  search: AuditSearch;
  onChange: (changes: AuditSearchChanges) => void;
}

/** All that changes users, locations and roles; no sign-ins, passwords and invitations. */
const changesOnly = { value: 'changes', label: 'Changes only' };

export function ActionFilter({ search: { action, only }, onChange }: ActionFilterProps) {
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
          <ul aria-label="Many actions" className="pt-1.5">
            <li>
              <button type="button" onClick={() => onChoose(changesOnly.value)} className={choiceClasses}>
                {changesOnly.label}
              </button>
            </li>
          </ul>
        )}
        {[...Map.groupBy(found, (name) => auditActions[name].group)].map(([group, names]) => (
          <div key={group}>
            <h3 className="px-2.5 pt-3 pb-1 text-badge font-semibold text-ink-soft">{group}</h3>
            <ul aria-label={group}>
              {names.map((name) => (
                <li key={name}>
                  <button type="button" onClick={() => onChoose(name)} className={choiceClasses}>
                    {auditActions[name].label}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Picker>
  );
}
