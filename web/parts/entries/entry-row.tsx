import { useId, useState } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { EntryDetails } from './entry-details.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryLine } from './entry-line.tsx';

export function EntryRow({ entry, onUser }: { entry: AuditEntry; onUser: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li data-row={entry.id} className="border-b border-line last:border-b-0">
      <EntryLine
        icon={<EntryIcon entry={entry} />}
        sentence={entry.sentence}
        at={entry.at}
        locations={entry.locations}
        isOpen={isOpen}
        controls={id}
        onPress={() => setOpen(!isOpen)}
      />
      <div id={id}>{isOpen && <EntryDetails entry={entry} onUser={onUser} />}</div>
    </li>
  );
}
