import { classes } from '../../lib/browser/classes.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * The field for the six digits of an authenticator app: with a number keyboard on phones, and filled in by password
 * managers.
 */
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
