import { useState } from 'react';

const idle = { isPending: false, error: null };

/** For pages without the query cache, such as the login page; inside the shell `useMutation` does this. */
export function useAction<Input = void>(action: (input: Input) => Promise<void>) {
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>(idle);

  async function run(input: Input): Promise<boolean> {
    setState({ isPending: true, error: null });
    try {
      await action(input);
      setState(idle);
      return true;
    } catch (error) {
      setState({ isPending: false, error: asError(error) });
      return false;
    }
  }

  return { ...state, run, reset: () => setState(idle) };
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
