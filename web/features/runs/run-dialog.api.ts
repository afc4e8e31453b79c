import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';

/** A run over a list, for the features whose rows it changes. */
export const RunDialog = lazyDialog(() => import('./run-dialog.tsx'), 'RunDialog');
