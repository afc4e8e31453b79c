import type { Attention } from '../../../../contract/dashboard.ts';
import { IconAlertTriangle, IconChevronRight, IconClock } from '../../../components/icons/icons.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { FilteredLink } from '../parts/filtered-link.tsx';
import { attentionTexts } from './attention-texts.ts';

export function AttentionRow({ check, count, list, filters }: Attention) {
  const { found, act, isUrgent } = attentionTexts[check];
  const Icon = isUrgent ? IconAlertTriangle : IconClock;
  return (
    <li className="border-b border-line">
      <FilteredLink
        list={list}
        filters={filters}
        className="group flex h-11 items-center gap-3 px-5 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:h-12 max-md:px-4"
      >
        <Icon size={18} className={isUrgent ? 'text-bad' : 'text-amber-ink'} aria-hidden="true" />
        <span className="line-clamp-2 min-w-0 flex-1 leading-5">{found}</span>
        <span className="text-small font-semibold text-petrol group-hover:underline max-md:sr-only">
          {act}
        </span>
        <span className="min-w-10 text-right font-sign text-subheading font-semibold group-data-old/card:text-ink-faint">
          {formatNumber(count)}
        </span>
        <IconChevronRight size={16} className="text-ink-soft" aria-hidden="true" />
      </FilteredLink>
    </li>
  );
}
