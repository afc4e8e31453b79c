import { useId, useState } from 'react';
import { type AuditEntry, auditActions } from '../../../contract/audit.ts';
import { LocationTag } from '../../components/display/location-tag.tsx';
import {
  IconChevronDown,
  IconKey,
  IconLock,
  IconMapPin,
  IconSettings,
  IconShield,
  IconUserCircle,
} from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatClock, formatDate } from '../../lib/format/format-date.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { EntryDetails } from './entry-details.tsx';

const locationsShown = 2;

export interface EntryRowProps {
  entry: AuditEntry;
  onUser: (id: string) => void;
}

/** An entry as a sentence. A press opens its details. */
export function EntryRow({ entry, onUser }: EntryRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = iconOf(entry);
  const isBad = entry.action === 'access.denied' || entry.action === 'session.refused';
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full scroll-mt-9 items-start gap-3 px-6 py-3 print:px-0 print:py-1 text-left -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4"
      >
        <span
          className={classes(
            'grid size-8 shrink-0 place-items-center rounded-full',
            isBad ? 'bg-bad-soft text-bad' : 'bg-petrol-soft text-petrol',
          )}
        >
          <Icon size={17} aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1 pt-1.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4 md:flex-nowrap">
            <span className="min-w-0 font-medium wrap-anywhere">{entry.sentence}</span>
            <time
              dateTime={entry.at}
              title={formatDate(entry.at)}
              className="text-small whitespace-nowrap text-ink-soft"
            >
              {formatClock(entry.at)}
            </time>
          </span>
          {entry.locations.length > 0 && (
            <span className="mt-1 flex flex-wrap gap-1.5">
              {entry.locations.slice(0, locationsShown).map((location) => (
                <LocationTag key={location.id} name={location.name} />
              ))}
              {entry.locations.length > locationsShown && (
                <span className="py-0.5 text-badge text-ink-soft">
                  +{formatNumber(entry.locations.length - locationsShown)} more
                </span>
              )}
            </span>
          )}
        </span>
        <IconChevronDown
          size={16}
          aria-hidden="true"
          className={classes('mt-2 text-ink-soft transition-transform print:hidden', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id}>{isOpen && <EntryDetails entry={entry} onUser={onUser} />}</div>
    </li>
  );
}

const subjectIcons: Record<string, typeof IconShield> = {
  user: IconUserCircle,
  location: IconMapPin,
  role: IconShield,
};

/** The icon: a refusal, signing in, or the kind of subject. */
function iconOf({ action, subject }: AuditEntry) {
  const group = Object.entries(auditActions).find(([name]) => name === action)?.[1].group;
  if (group === 'Access') return IconLock;
  if (group === 'Signing in') return IconKey;
  return subjectIcons[subject.type] ?? IconSettings;
}
