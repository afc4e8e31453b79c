import { useId, useState } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryLine } from './entry-line.tsx';
import { EntryRow } from './entry-row.tsx';

export interface FoldedRowProps {
  entries: readonly [AuditEntry, ...AuditEntry[]];
  onUser: (id: string) => void;
}

/** 'Maria Alvarez made 4 changes to Enrique Vega-Ruiz': a press opens the entries, and paper shows them. */
export function FoldedRow({ entries, onUser }: FoldedRowProps) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const id = useId();
  const [newest] = entries;
  // Newer entries join it, so its oldest one is what stays.
  const oldest = entries.at(-1) ?? newest;
  const sentence = `${newest.actor.name} made ${formatNumber(entries.length)} changes to ${newest.subject.name}`;
  return (
    <li data-row={`from ${oldest.id}`} className="border-b border-line last:border-b-0">
      <EntryLine
        icon={<EntryIcon entry={{ ...newest, action: `${newest.subject.type}.updated` }} />}
        sentence={sentence}
        at={newest.at}
        locations={[]}
        isOpen={isOpen}
        controls={id}
        onPress={() => setOpen(!isOpen)}
      />
      <div id={id}>
        {(isOpen || isPrinting) && (
          <ul aria-label={sentence} className="border-t border-line bg-surface-raised pl-8 max-md:pl-4">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onUser={onUser} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
