import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

export interface SaveOptions<Input, Result> {
  /** Sends the change with this signal, which aborts it. */
  mutationFn: (input: Input, signal: AbortSignal) => Promise<Result>;
  onSuccess?: (result: Result) => unknown;
  onError?: (error: Error) => unknown;
  onSettled?: () => unknown;
}

/** A change that a dialog makes. Closing the dialog cancels it: the request under way is aborted. */
export function useSave<Input = void, Result = void>({ mutationFn, ...options }: SaveOptions<Input, Result>) {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useMutation({
    ...options,
    mutationFn: (input: Input) => {
      running.current = new AbortController();
      return mutationFn(input, running.current.signal);
    },
  });
}
