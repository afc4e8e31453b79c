import { useEffect, useId, useRef } from 'react';
import type { CodeEntry } from '../../lib/account/use-code-entry.ts';
import { classes } from '../../lib/browser/classes.ts';
import { Button } from '../button/button.tsx';
import { Field, inputClasses } from './field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function CodeFields({ entry }: { entry: CodeEntry }) {
  const { devices, device, setChosen, code, change, isRecovery, switchWay, error } = entry;
  const deviceId = useId();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way brings another field.
  useEffect(() => field.current?.focus(), [isRecovery]);
  const typed = {
    ref: field,
    value: code,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
    error: error ?? undefined,
  };

  return (
    <div className="flex flex-col gap-4">
      {!isRecovery && devices.length > 1 && (
        <Field id={deviceId} label="Device">
          <select
            id={deviceId}
            value={device?.id}
            onChange={(event) => setChosen(event.target.value)}
            className={inputClasses}
          >
            {devices.map(({ id, friendly_name }) => (
              <option key={id} value={id}>
                {friendly_name || 'Authenticator app'}
              </option>
            ))}
          </select>
        </Field>
      )}
      {isRecovery ? (
        <TextField
          key="recovery"
          label="Recovery code"
          placeholder="xxxx-xxxx-xxxx-xxxx"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...typed}
        />
      ) : (
        <CodeField key="app" {...typed} />
      )}
      <p>
        <Button variant="link" onClick={switchWay}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </p>
    </div>
  );
}

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
