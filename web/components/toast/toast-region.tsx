import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { toastManager } from './toast-manager.ts';
import { ToastView } from './toast-view.tsx';
import { receiveToasts, type ToastOptions } from './toasts.ts';

export interface ToastRegionProps {
  onClose: () => void;
}

/** Below open dialogs, and announced politely. F6 moves the focus into it. */
export function ToastRegion(_: ToastRegionProps) {
  // The provider listens already, because effects of children run first.
  useEffect(() => receiveToasts(toastManager), []);
  // Moved up while the bar about the connection takes a line at the bottom of the window.
  const isOnline = useIsOnline();
  // Three would cover half the list. Older toasts reappear when the newest is gone.
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <Toast.Provider toastManager={toastManager} limit={isPhone ? 1 : 3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Messages"
          data-toasts
          className={classes(
            'pointer-events-none fixed inset-x-4 flex flex-col items-center gap-2 outline-none print:hidden',
            isOnline
              ? 'bottom-6 max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))]'
              : 'bottom-15 max-md:bottom-[calc(7.25rem+env(safe-area-inset-bottom))]',
          )}
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastOptions>();
  return toasts.map((toast) => <ToastView key={toast.id} toast={toast} />);
}
