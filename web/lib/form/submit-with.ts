import { type SchemaForm, showIssues } from './form.ts';

/** The submit handler of a form that a mutation saves. What the server refuses stands under its field. */
export function submitWith<Values extends object, Input>(
  form: SchemaForm<Values, Input>,
  save: { mutateAsync: (input: Input) => Promise<unknown> },
) {
  return form.handleSubmit(async (input) => {
    try {
      await save.mutateAsync(input);
    } catch (error) {
      // The mutation keeps the error for the screen.
      showIssues(form, error);
    }
  });
}
