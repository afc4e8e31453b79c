import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type Path, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { RequestFailed } from './request-failed.ts';

type FormSchema<Input extends FieldValues, Output> = z.ZodMiniType<Output, Input>;

/** A form checked by a schema of the contract: on submit first, then on each change (specification section 5). */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>(
  schema: FormSchema<Input, Output>,
  defaultValues: NonNullable<UseFormProps<Input>['defaultValues']>,
): UseFormReturn<Input, unknown, Output> {
  'use no memo';
  const form = useForm<Input, unknown, Output>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    resolver: zodResolver(schema),
    defaultValues,
  });
  // A new object on each render: `register` has to run on each render, and the compiler would run it once.
  return { ...form };
}

/** Puts the server's field issues under their fields. */
export function showIssues<Input extends FieldValues>(
  form: Pick<UseFormReturn<Input>, 'setError' | 'getValues'>,
  error: unknown,
) {
  if (!(error instanceof RequestFailed)) return;
  const fields = Object.keys(form.getValues());
  for (const { path, message } of error.issues) {
    if (fields.includes(path)) form.setError(path as Path<Input>, { type: 'server', message });
  }
}

/**
 * Fills the form with other values. The fields stay registered: components that the compiler memoised would
 * not register them again, and their inputs would keep what was typed.
 */
export function fillForm<Input extends FieldValues>(
  form: Pick<UseFormReturn<Input>, 'reset'>,
  values: Input,
) {
  form.reset(values, { keepFieldsRef: true });
}
