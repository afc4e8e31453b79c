import { lazyClosable } from '../../components/loading/lazy-dialog.tsx';

/** Its code is loaded once a list with bulk acts has shown its rows. */
export const ListRunDialog = lazyClosable(async () => (await import('./list-run-dialog.tsx')).ListRunDialog, {
  closeOf:
    ({ onClose }) =>
    () =>
      onClose(null),
  afterIdle: true,
});
