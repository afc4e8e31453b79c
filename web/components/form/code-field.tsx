import { classes } from '../../lib/browser/classes.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

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
