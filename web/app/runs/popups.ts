import { lazyClosable } from '../../components/loading/lazy-dialog.tsx';

export const ListRunDialog = lazyClosable(async () => (await import('./list-run-dialog.tsx')).ListRunDialog, {
  closeOf:
    ({ onClose }) =>
    () =>
      onClose(null),
  ahead: 'near button',
});
