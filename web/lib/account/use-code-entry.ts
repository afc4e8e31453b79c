import { useState } from 'react';
import { recoveryCodeInput, totpCodeInput } from '../../../contract/second-factor.ts';
import { devicesOf } from './assurance.ts';
import { useAuth } from './auth-store.ts';
import { enterAppCode, enterRecoveryCode } from './second-factor.ts';

/** A code of one of the user's devices, or a recovery code in its place, as it is typed and entered. */
export function useCodeEntry() {
  const { user } = useAuth();
  const devices = devicesOf(user);
  const [isRecovery, setRecovery] = useState(false);
  const [chosen, setChosen] = useState('');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];

  /** True when the session has proven the second factor by it. */
  async function enter(): Promise<boolean> {
    const { data, error } = (isRecovery ? recoveryCodeInput : totpCodeInput).safeParse({ code });
    setError(error?.issues[0]?.message ?? null);
    if (error) return false;
    setBusy(true);
    const failure = isRecovery
      ? await enterRecoveryCode(data.code)
      : await enterAppCode(device?.id ?? '', data.code);
    setBusy(false);
    setError(failure?.message ?? null);
    if (!failure) setCode('');
    return !failure;
  }

  function change(text: string) {
    setCode(text);
    setError(null);
  }

  function switchWay() {
    setRecovery(!isRecovery);
    change('');
  }

  return { devices, device, setChosen, code, change, isRecovery, switchWay, error, isBusy, enter };
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;
