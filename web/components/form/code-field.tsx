import { classes } from '../../lib/browser/classes.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** The six digits that an authenticator app shows: numbers on a phone's keyboard, filled in by a password manager. */
export function CodeField({ className, ...field }: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className={classes('tracking-[0.3em]', className)}
      {...field}
    />
  );
}
