import { issuesIn, type SchemaForm, submitWith } from '../../lib/form/form.ts';
import { SaveDialog, type SaveDialogProps, type Saving } from './save-dialog.tsx';

export interface FormDialogProps<Values, Input> extends Omit<SaveDialogProps, 'onSubmit' | 'isChanged'> {
  form: SchemaForm<Values, Input>;
  save: Saving & { mutateAsync: (input: Input) => Promise<unknown> };
}

export function FormDialog<Values extends object, Input>({
  form,
  save,
  ...dialog
}: FormDialogProps<Values, Input>) {
  // An error below a field is not repeated above the buttons.
  const isAtField = issuesIn(form.values, save.error).length > 0;
  return (
    <SaveDialog
      {...dialog}
      save={isAtField ? { ...save, error: null } : save}
      isChanged={form.formState.isChanged}
      onSubmit={submitWith(form, save)}
    />
  );
}
