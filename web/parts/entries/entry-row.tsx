import { type ReactNode, useId, useState } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import {
  IconChevronDown,
  IconDownload,
  IconKey,
  IconLock,
  IconMail,
  IconMapPin,
  IconPencil,
  IconSettings,
  IconShield,
  IconUpload,
} from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { usePrinting } from '../../lib/browser/use-media-query.ts';
import { formatClock, formatDate } from '../../lib/format/format-date.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { LocationTag } from '../badges/location-tag.tsx';
import { EntryDetails } from './entry-details.tsx';
import { groupOf } from './fold-entries.ts';

export function EntryRow({ entry, onUser }: { entry: AuditEntry; onUser: (id: string) => void }) {
  return (
    <OpeningRow row={entry.id} icon={<EntryIcon entry={entry} />} {...entry}>
      <EntryDetails entry={entry} onUser={onUser} />
    </OpeningRow>
  );
}

interface FoldedRowProps {
  entries: readonly [AuditEntry, ...AuditEntry[]];
  onUser: (id: string) => void;
}

/** 'Maria Alvarez made 4 changes to Enrique Vega-Ruiz': a press opens the entries, and paper shows them. */
export function FoldedRow({ entries, onUser }: FoldedRowProps) {
  const isPrinting = usePrinting();
  const [newest] = entries;
  // Newer entries join it, so its oldest one is what stays.
  const oldest = entries.at(-1) ?? newest;
  const sentence = `${newest.actor.name} made ${formatNumber(entries.length)} changes to ${newest.subject.name}`;
  return (
    <OpeningRow
      row={`from ${oldest.id}`}
      icon={<EntryIcon entry={{ ...newest, action: `${newest.subject.type}.updated` }} />}
      sentence={sentence}
      at={newest.at}
      locations={[]}
      isAlwaysShown={isPrinting}
    >
      <ul aria-label={sentence} className="border-t border-line bg-surface-raised pl-8 max-md:pl-4">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onUser={onUser} />
        ))}
      </ul>
    </OpeningRow>
  );
}

interface OpeningRowProps extends Pick<AuditEntry, 'sentence' | 'at' | 'locations'> {
  row: string;
  icon: ReactNode;
  isAlwaysShown?: boolean;
  children: ReactNode;
}

/** Two lines of a sentence fit its 44 px. A press shows what is below them. */
function OpeningRow({ row, icon, sentence, at, locations, isAlwaysShown, children }: OpeningRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const unnamed = locations.filter(({ name }) => !sentence.includes(name));
  return (
    <li data-row={row} className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
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
      <div id={id}>{(isOpen || isAlwaysShown) && children}</div>
    </li>
  );
}

type Shown = Pick<AuditEntry, 'action' | 'via' | 'subject'>;

function EntryIcon({ entry }: { entry: Shown }) {
  const Icon = iconOf(entry);
  const isBad = entry.action === 'access.denied' || entry.action === 'session.refused';
  return (
    <span
      className={classes(
        'grid size-6 shrink-0 place-items-center rounded-full',
        isBad ? 'bg-bad-soft text-bad' : 'bg-petrol-soft text-petrol',
      )}
    >
      <Icon size={15} aria-hidden="true" />
    </span>
  );
}

function iconOf({ action, via, subject }: Shown) {
  const [kind] = action.split('.');
  const group = groupOf(action);
  if (group === 'Access') return IconLock;
  if (group === 'Signing in') return IconKey;
  if (via === 'import') return IconUpload;
  if (kind === 'invitation' || kind === 'mail') return IconMail;
  if (kind === 'role' || action === 'user.roles_replaced') return IconShield;
  if (kind === 'location' || action === 'user.locations_replaced') return IconMapPin;
  if (action.endsWith('.exported')) return IconDownload;
  return subject.type === 'user' ? IconPencil : IconSettings;
}
