import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listLocationUsers } from '../../../../contract/location-access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

export interface AccessTabsProps {
  facts: Answer<typeof listLocationUsers> | undefined;
  shown: 'can_see' | 'waiting' | 'history';
  hasHistory: boolean;
}

export function AccessTabs({ facts, shown, hasHistory }: AccessTabsProps) {
  const tabs = [
    {
      tab: undefined,
      label: 'Has access',
      counted: true,
      count: facts && facts.can_see + facts.hidden_count,
    },
    { tab: 'waiting', label: 'Waiting', counted: true, count: facts?.cannot_see },
    ...(hasHistory ? [{ tab: 'history', label: 'History', counted: false, count: undefined }] : []),
  ];
  return (
    <nav aria-label="Users and history" className="flex self-stretch max-md:w-full">
      {tabs.map(({ tab, label, counted, count }) => (
        <Link
          key={label}
          to="."
          search={({ q }) => ({ q, tab })}
          state
          replace
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={(tab ?? 'can_see') === shown ? 'page' : undefined}
          className="flex min-h-14 items-center gap-1.5 border-b-3 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink max-md:min-h-12"
        >
          {label} {/* As wide as two digits before the count is known. */}
          {counted && (
            <span className="min-w-4 text-small text-ink-soft">
              {count !== undefined && formatNumber(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
