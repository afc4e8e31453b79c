import { useState } from 'react';
import {
  type ExceptionSeenInput,
  exceptionRules,
  exceptionSeenInput,
  type SalesException,
} from '../../../../contract/sales-exceptions.ts';
import { Button } from '../../../components/button/button.tsx';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { setExceptionSeen } from '../registers.api.ts';

/** Who has seen it, with their note, and the way to say so. */
export function SeenMark({ exception }: { exception: SalesException }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayMark = useAccess().mayAct('noteDay');
  const { seen, kind, what, location_name } = exception;
  if (!seen && !mayMark) return null;
  const label = seen ? 'Edit' : 'Mark as seen';
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {seen && (
        <p className="wrap-anywhere">
          {seen.note !== '' && <span className="block text-ink">{seen.note}</span>}
          {seen.updated_by_name}, {formatDate(seen.updated_at)}
        </p>
      )}
      {mayMark && (
        <Button
          variant="link"
          aria-label={`${label}: ${exceptionRules[kind][0]}, ${what}, ${location_name}`}
          className="relative z-1 max-md:min-h-11 print:hidden"
          onClick={() => setIsOpen(true)}
        >
          {label}
        </Button>
      )}
      {isOpen && <SeenDialog exception={exception} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function SeenDialog({ exception, onClose }: { exception: SalesException; onClose: () => void }) {
  const { seen, kind, what, location_name } = exception;
  const form = useSchemaForm<ExceptionSeenInput, ExceptionSeenInput>(exceptionSeenInput, {
    is_seen: true,
    note: seen?.note ?? '',
  });
  const save = useSave({
    mutationFn: (input: ExceptionSeenInput, context) => setExceptionSeen(exception, input, context),
    onSuccess: (saved) => {
      onClose();
      showToast({ text: saved.seen ? 'Marked as seen' : 'Marked as not seen' });
    },
  });
  return (
    <FormDialog
      title={seen ? 'Edit the Mark' : 'Mark as Seen'}
      submitLabel={seen ? 'Save' : 'Mark as seen'}
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p>
          {location_name}: {exceptionRules[kind][0]}, {what}
        </p>
        {seen && <Checkbox label="Seen" {...form.register('is_seen')} />}
        <TextField label="Note" placeholder="Spoke with the manager" {...form.register('note')} />
      </div>
    </FormDialog>
  );
}
