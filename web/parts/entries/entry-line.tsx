import type { ReactNode } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatClock, formatDate } from '../../lib/format/format-date.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { LocationTag } from '../badges/location-tag.tsx';

export interface EntryLineProps {
  icon: ReactNode;
  sentence: string;
  at: string;
  locations: AuditEntry['locations'];
  isOpen: boolean;
  controls: string;
  onPress: () => void;
}

/** Two lines of a sentence fit its 44 px. */
export function EntryLine({ icon, sentence, at, locations, isOpen, controls, onPress }: EntryLineProps) {
  const unnamed = locations.filter(({ name }) => !sentence.includes(name));
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
      className="flex min-h-11 w-full scroll-mt-9 items-center gap-3 px-6 @2xl:pl-2 py-0.5 text-left -outline-offset-2 hover:bg-row-hover active:bg-line max-md:flex-wrap max-md:gap-x-2.5 max-md:gap-y-0 max-md:px-4 max-md:py-1.5 print:px-0"
    >
      {icon}
      <span className="min-w-0 flex-1 leading-5 font-medium wrap-anywhere">{sentence}</span>
      {unnamed[0] && (
        <span className="flex max-w-52 shrink-0 items-center gap-1.5 max-md:order-last max-md:w-full max-md:max-w-full max-md:pl-8.5">
          <LocationTag name={unnamed[0].name} />
          {unnamed.length > 1 && (
            <span className="text-badge text-ink-soft">+{formatNumber(unnamed.length - 1)}</span>
          )}
        </span>
      )}
      <time
        dateTime={at}
        title={formatDate(at)}
        className="shrink-0 text-small whitespace-nowrap text-ink-soft md:w-16 md:text-right"
      >
        {formatClock(at)}
      </time>
      <IconChevronDown
        size={16}
        aria-hidden="true"
        className={classes(
          'shrink-0 text-ink-soft transition-transform print:hidden',
          isOpen && 'rotate-180',
        )}
      />
    </button>
  );
}
