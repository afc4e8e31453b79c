import { useState } from 'react';
import { recoveryCodeInput, totpCodeInput } from '../../../contract/auth/second-factor.ts';
import { useAction } from '../form/use-action.ts';
import { devicesOf } from './assurance.ts';
import { useAuth } from './auth-store.ts';
import { enterAppCode, enterRecoveryCode } from './second-factor.ts';

export function useCodeEntry() {
  const { user } = useAuth();
  const devices = devicesOf(user);
  const [isRecovery, setRecovery] = useState(false);
  const [chosen, setChosen] = useState('');
  const [code, setCode] = useState('');
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];

  const entering = useAction(async () => {
    const { data, error } = (isRecovery ? recoveryCodeInput : totpCodeInput).safeParse({ code });
    if (error) throw new Error(error.issues[0]?.message);
    if (isRecovery) await enterRecoveryCode(data.code);
    else await enterAppCode(device?.id ?? '', data.code);
    setCode('');
  });

  function change(text: string) {
    setCode(text);
    entering.reset();
  }

  function switchWay() {
    setRecovery(!isRecovery);
    change('');
  }

  return {
    devices,
    device,
    setChosen,
    code,
    change,
    isRecovery,
    switchWay,
    error: entering.error?.message ?? null,
    isBusy: entering.isPending,
    enter: entering.run,
  };
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;
