import * as z from 'zod/mini';
import { day } from '../../../contract/fields/fields.ts';
import type { Location } from '../../../contract/locations.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { toDay } from '../../lib/format/format-date.ts';
import { closeWithUndo } from './open-and-close.api.ts';

const closing = z.object({ closed_on: day });

export interface CloseLocationDialogProps {
  location: Location;
  onClose: () => void;
}

export function CloseLocationDialog({ location, onClose }: CloseLocationDialogProps) {
  const today = toDay(new Date());
  const form = useSchemaForm(closing, { closed_on: today });
  const save = useSave({
    mutationFn: ({ closed_on }: z.output<typeof closing>, context) =>
      closeWithUndo(location, closed_on, context),
    onSuccess: onClose,
  });
  const { register, formState } = form;
  return (
    <FormDialog
      title={`Close ${location.name}`}
      submitLabel="Close Location"
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="space-y-4">
        <p className="text-ink-soft">
          Its users and its history stay. Nobody new can be assigned to it until you reopen it.
        </p>
        <DateField
          label="Closed on"
          max={today}
          required
          error={formState.errors.closed_on?.message}
          {...register('closed_on')}
        />
      </div>
    </FormDialog>
  );
}
