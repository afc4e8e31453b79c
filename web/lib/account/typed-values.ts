import { useEffect, useEffectEvent } from 'react';
import type { SchemaForm } from '../form/form.ts';
import { endReason } from '../session/session-storage.ts';
import { authState, onAccountChange } from './auth-store.ts';

interface Typed {
  user: string | undefined;
  start: object;
  values: object;
}

/** In the memory of this tab only: another user may sign in on the same computer. */
const typed = new Map<string, Typed>();
onAccountChange((user) => {
  for (const [about, one] of typed) if (user !== null && one.user !== user) typed.delete(about);
});

/**
 * What was typed when the session ended by itself comes back when the same user has signed in again in this tab and the
 * form is open again. Fields that were not touched show the values of then.
 */
export function useTypedValues<Values extends object, Output>(
  about: string,
  form: SchemaForm<Values, Output>,
) {
  const take = useEffectEvent(() => {
    const former = typed.get(about);
    typed.delete(about);
    if (!former || former.user !== authState().user?.id) return;
    const start = former.start as Values;
    const values = { ...form.values };
    for (const name of Object.keys(values) as Extract<keyof Values, string>[]) {
      const value = (former.values as Values)[name];
      if (JSON.stringify(value) !== JSON.stringify(start[name])) values[name] = value;
    }
    form.rebase(form.start, values);
  });
  const owner = authState().user?.id;
  const leave = useEffectEvent(() => {
    const hasEnded = authState().user === null && endReason() !== null;
    if (!hasEnded || !form.formState.isChanged) return;
    typed.set(about, { user: owner, start: form.start, values: form.values });
  });
  useEffect(() => {
    take();
    return () => leave();
  }, []);
}
