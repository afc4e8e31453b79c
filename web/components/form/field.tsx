import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface FieldProps {
  id: string;
  label: string;
  required?: boolean | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  children: ReactNode;
}

export function Field({ id, label, required, error, hint, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {required && <RequiredStar />}
      </label>
      {children}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

/** What is wrong, in place of the hint. `describedBy` connects the input with it. */
export function FieldNote({ id, error, hint }: Pick<FieldProps, 'id' | 'error' | 'hint'>) {
  if (!error && !hint) return null;
  return (
    <p
      id={`${id}-${error ? 'error' : 'hint'}`}
      className={classes('mt-1.5 text-small', error ? 'text-bad' : 'text-ink-soft')}
    >
      {error || hint}
    </p>
  );
}

/** What is wrong with a group of inputs. */
export function Refusal({ text }: { text: string | undefined }) {
  return text ? (
    <p role="alert" className="mt-1.5 text-small text-bad">
      {text}
    </p>
  ) : null;
}

export function RequiredStar() {
  return (
    <span className="text-bad" aria-hidden="true">
      {' *'}
    </span>
  );
}

export function describedBy(id: string, error: string | undefined, hint: ReactNode) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
}

export const inputClasses =
  'h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-input text-ink focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:focus-visible:outline-bad disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-raised disabled:text-ink-soft max-md:text-phone-input';
