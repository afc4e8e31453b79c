import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { FieldIssue } from '../../../contract/http/problem.ts';
import { RequestFailed } from '../network/request-failed.ts';
import { asError } from './use-action.ts';

type Name<Values> = Extract<keyof Values, string>;

/** Connects a field with its value and its error: `<TextField label="Name" {...register('name')} />`. */
export type Register<Values> = (name: Name<Values>) => {
  name: string;
  value?: string;
  checked?: boolean;
  error?: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

type FieldErrors<Values> = { [K in Name<Values>]?: { message: string } };

export interface SchemaForm<Values, Output> {
  values: Values;
  formState: {
    errors: FieldErrors<Values>;
    isSubmitting: boolean;
    isChanged: boolean;
    failure: Error | null;
  };
  register: Register<Values>;
  setValue: <K extends Name<Values>>(name: K, value: Values[K]) => void;
  reset: (values: Values) => void;
  /** The values that do not count as changed. */
  start: Values;
  /** Takes another start without forgetting what was typed. */
  rebase: (start: Values, values: Values) => void;
  /** Shows an issue of the server under its field until the field changes or the form is submitted again. */
  refuse: (issues: readonly FieldIssue[]) => void;
  /** Focuses the first field with an issue. A second submit does nothing while the first is running. */
  handleSubmit: (
    onValid: (output: Output) => void | Promise<void>,
  ) => (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/** A schema, or a function that loads it. The first change loads it, for a page that shows its form without it. */
type SchemaSource<Values, Output> =
  | z.ZodMiniType<Output, Values>
  | (() => Promise<z.ZodMiniType<Output, Values>>);

/** A form checked by a schema of the contract: on submit first, then on each change (docs/specification.md, section 5). */
export function useSchemaForm<Values extends object, Output>(
  schema: SchemaSource<Values, Output>,
  defaultValues: NoInfer<Values>,
): SchemaForm<Values, Output> {
  // The React Compiler knows no `finally`.
  'use no memo';
  const [start, setStart] = useState(defaultValues);
  const [values, setValues] = useState(defaultValues);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const isRunning = useRef(false);
  const [refusals, setRefusals] = useState<readonly FieldIssue[]>([]);
  const { rules, fetchRules } = useRules(schema);
  const issues = wasSubmitted && rules ? issuesOf(rules, values) : [];
  const errors = firstOfEach<Values>([...issues, ...refusals]);

  function setValue<K extends Name<Values>>(name: K, value: Values[K]) {
    // A failure is reported on submit.
    if (!rules) void fetchRules().catch(() => undefined);
    setValues((before) => ({ ...before, [name]: value }));
    setRefusals((before) => before.filter(({ path }) => path !== name));
  }

  return {
    values,
    formState: {
      errors,
      isSubmitting,
      failure,
      isChanged: JSON.stringify(values) !== JSON.stringify(start),
    },
    register: (name) => {
      const value = values[name];
      return {
        name,
        ...(typeof value === 'boolean'
          ? { checked: value }
          : { value: String(value ?? ''), error: errors[name]?.message }),
        onChange: ({ target }) => setValue(name, enteredIn(target) as Values[typeof name]),
      };
    },
    setValue,
    start,
    rebase: (next, current) => {
      setStart(next);
      setValues(current);
    },
    reset: (next) => {
      setStart(next);
      setValues(next);
      setSubmitted(false);
      setRefusals([]);
      setFailure(null);
    },
    refuse: setRefusals,
    handleSubmit: (onValid) => async (event) => {
      event.preventDefault();
      if (isRunning.current) return;
      const form = event.currentTarget;
      setSubmitted(true);
      setRefusals([]);
      if (rules?.safeParse(values).error) return focusFirst(form, issuesOf(rules, values));
      isRunning.current = true;
      setSubmitting(true);
      setFailure(null);
      try {
        const fetched = rules ?? (await fetchRules());
        const { data, error } = fetched.safeParse(values);
        if (error) focusFirst(form, issuesOf(fetched, values));
        else await onValid(data);
      } catch (error) {
        setFailure(asError(error));
      } finally {
        isRunning.current = false;
        setSubmitting(false);
      }
    },
  };
}

function enteredIn(input: HTMLInputElement): string | boolean {
  return input.type === 'checkbox' ? input.checked : input.value;
}

function useRules<Values, Output>(schema: SchemaSource<Values, Output>) {
  // The React Compiler knows no `??=` on a property.
  'use no memo';
  const [fetched, setFetched] = useState<z.ZodMiniType<Output, Values> | null>(null);
  const fetching = useRef<Promise<z.ZodMiniType<Output, Values>>>(undefined);
  const isLater = typeof schema === 'function';

  function fetchRules(): Promise<z.ZodMiniType<Output, Values>> {
    fetching.current ??= (isLater ? schema() : Promise.resolve(schema)).then(
      (rules) => {
        setFetched(rules);
        return rules;
      },
      (error) => {
        fetching.current = undefined;
        throw error;
      },
    );
    return fetching.current;
  }

  return { rules: isLater ? fetched : schema, fetchRules };
}

export function issuesIn(values: object, error: unknown): readonly FieldIssue[] {
  return error instanceof RequestFailed ? error.issues.filter(({ path }) => path in values) : [];
}

function issuesOf(schema: z.ZodMiniType, values: unknown): FieldIssue[] {
  const { error } = schema.safeParse(values);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: String(path[0]), message }));
}

function firstOfEach<Values>(issues: readonly FieldIssue[]) {
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path, { message }]),
  ) as FieldErrors<Values>;
}

export function focusFirst(form: HTMLFormElement, issues: readonly FieldIssue[]) {
  for (const field of form.elements) {
    const isNamed = field instanceof HTMLInputElement || field instanceof HTMLButtonElement;
    if (isNamed && issues.some(({ path }) => path === field.name)) return field.focus();
  }
}

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
