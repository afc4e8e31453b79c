import type { SchemaForm } from '../../lib/form/form.ts';
import { submitWith } from '../../lib/form/submit-with.ts';
import { SaveDialog, type SaveDialogProps, type Saving } from './save-dialog.tsx';

export interface FormDialogProps<Values, Input> extends Omit<SaveDialogProps, 'onSubmit' | 'isChanged'> {
  form: SchemaForm<Values, Input>;
  save: Saving & { mutateAsync: (input: Input) => Promise<unknown> };
}

/** The dialog of a form: what it holds is checked by its schema, then saved. */
export function FormDialog<Values extends object, Input>({
  form,
  ...dialog
}: FormDialogProps<Values, Input>) {
  return (
    <SaveDialog {...dialog} isChanged={form.formState.isChanged} onSubmit={submitWith(form, dialog.save)} />
  );
}
