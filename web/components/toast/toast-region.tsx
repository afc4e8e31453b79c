import { Toast } from '@base-ui/react/toast';
import { ToastView } from './toast-view.tsx';
import { type ToastOptions, toastManager } from './toasts.ts';

/**
 * Where toasts appear: fixed above the bottom edge, below open dialogs, read out politely. F6 leads into it.
 * Mounted once, before the first toast, so that screen readers hear it.
 */
export function ToastRegion() {
  return (
    <Toast.Provider toastManager={toastManager}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Messages"
          className="pointer-events-none fixed inset-x-4 bottom-6 flex flex-col items-center gap-2 outline-none max-md:bottom-[max(1rem,env(safe-area-inset-bottom))] print:hidden"
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
