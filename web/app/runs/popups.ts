import { lazyPart } from '../../components/loading/lazy-part.tsx';

/** Its code is loaded once a list with bulk acts has shown its rows. */
export const ListRunDialog = lazyPart(async () => (await import('./list-run-dialog.tsx')).ListRunDialog, {
  closeOf:
    ({ onClose }) =>
    () =>
      onClose(null),
  afterIdle: true,
});
