import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DayNoteInput, dayNoteInput } from '../../../../contract/day-notes.ts';
import { Button } from '../../../components/button/button.tsx';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { dayNoteQuery, saveDayNote } from './day-notes.api.ts';

export interface DayNoteProps {
  id: string;
  business_date: string;
}

/** The note of a business day, which may have no figures, and the way to write it. Nothing before it is known. */
export function DayNote(props: DayNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mayNote = useAccess().mayAct('noteDay');
  const { data: note } = useQuery(dayNoteQuery(props.id, props.business_date));
  if (note === undefined || (note === null && !mayNote)) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-baseline gap-x-3 max-md:min-h-11 max-md:items-center">
      {note && (
        <p className="min-w-0 wrap-anywhere">
          {note.is_closed && <span className="font-semibold">Location closed</span>}
          {note.is_closed && note.note !== '' && ' · '}
          {note.note}{' '}
          <span className="text-small text-ink-soft">
            {note.updated_by_name}, {formatDate(note.updated_at)}
          </span>
        </p>
      )}
      {mayNote && (
        <Button variant="link" className="max-md:min-h-11 print:hidden" onClick={() => setIsOpen(true)}>
          {note ? 'Edit note' : 'Add note'}
        </Button>
      )}
      {isOpen && (
        <NoteDialog
          {...props}
          note={note ?? { note: '', is_closed: false }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface NoteDialogProps extends DayNoteProps {
  note: DayNoteInput;
  onClose: () => void;
}

function NoteDialog({ note: { note, is_closed }, onClose, ...day }: NoteDialogProps) {
  const form = useSchemaForm<DayNoteInput, DayNoteInput>(dayNoteInput, { note, is_closed });
  const save = useSave({
    mutationFn: (input: DayNoteInput, context) => saveDayNote(day, input, context),
    onSuccess: (saved) => {
      onClose();
      showToast({ text: saved ? 'Note saved' : 'Note deleted' });
    },
  });
  return (
    <FormDialog title="Note on this Day" submitLabel="Save" form={form} save={save} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextField label="Note" placeholder="Pump 3 closed" {...form.register('note')} />
        <Checkbox
          label="Location closed"
          hint="No sales were expected: this day is not missing, and not compared with other days."
          {...form.register('is_closed')}
        />
      </div>
    </FormDialog>
  );
}
