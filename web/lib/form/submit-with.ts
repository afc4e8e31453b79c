import type { FormEvent } from 'react';
import { focusFirst, issuesIn, type SchemaForm } from './form.ts';

/** Issues of the server are shown under their fields, and the first one gets the focus. */
export function submitWith<Values extends object, Input>(
  form: SchemaForm<Values, Input>,
  save: { mutateAsync: (input: Input) => Promise<unknown> },
) {
  return (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const submit = form.handleSubmit(async (input) => {
      try {
        await save.mutateAsync(input);
      } catch (error) {
        // The mutation keeps the error for the screen.
        const issues = issuesIn(form.values, error);
        form.refuse(issues);
        focusFirst(element, issues);
      }
    });
    return submit(event);
  };
}
