import { useMutation } from '@tanstack/react-query';
import { RequestFailed } from '../../lib/network/request-failed.ts';
import { showToast } from '../toast/toasts.ts';

/** Saves a list as a file. A toast says why when that fails or its code did not load. */
export function useListExport<Input = void>(save: (input: Input) => Promise<void>) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) =>
      showToast({
        about: 'export',
        tone: 'bad',
        text: error instanceof RequestFailed ? error.message : 'The export did not load. Try again.',
      }),
  });
  return { run: mutate, isPending };
}
