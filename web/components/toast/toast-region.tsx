import { Toast } from '@base-ui/react/toast';
import { useEffect, useId, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '../icons/icons.ts';
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

interface ToastViewProps {
  toast: ReturnType<typeof Toast.useToastManager<ToastOptions>>['toasts'][number];
}

/** Base UI's role 'dialog' would announce more than one line of text. */
const asGroup = { role: 'group', 'aria-modal': undefined };

const looks = {
  good: { Icon: IconCircleCheck, color: 'text-good', role: undefined },
  note: { Icon: IconInfoCircle, color: 'text-ink-soft', role: undefined },
  bad: { Icon: IconAlertCircle, color: 'text-bad', role: 'alert' },
} as const;

function ToastView({ toast }: ToastViewProps) {
  const { tone = 'good', action, details }: Partial<ToastOptions> = toast.data ?? {};
  const { Icon, color, role } = looks[tone];
  const [isRunning, setRunning] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const detailsId = useId();

  async function run() {
    setRunning(true);
    await action?.run();
    toastManager.close(toast.id);
  }

  return (
    <Toast.Root
      toast={toast}
      {...asGroup}
      className="pointer-events-auto max-w-full rounded-menu border border-line bg-surface shadow-popup transition data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0 md:max-w-160"
    >
      <Toast.Content className="py-1.5 pr-1.5 pl-4">
        <div className={classes('flex items-center gap-x-3', details && 'max-md:flex-wrap')}>
          <Icon size={20} aria-hidden="true" className={color} />
          <Toast.Title
            render={<p />}
            role={role}
            className={classes(
              'line-clamp-3 min-w-0 flex-auto py-1.5 wrap-anywhere',
              // Two buttons leave too little width for the text on a phone.
              details && 'max-md:basis-40',
            )}
          />
          <div className="ml-auto flex shrink-0 items-center gap-4">
            {details && (
              <Button
                variant="link"
                aria-expanded={isUnfolded}
                aria-controls={detailsId}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                Details
              </Button>
            )}
            {action && (
              <Button variant="link" loading={isRunning} onClick={() => void run()}>
                {action.label}
              </Button>
            )}
            {/* Base UI's own button is hidden from screen readers until the pointer is over the toasts. */}
            <IconButton
              label="Dismiss"
              icon={<IconX size={18} aria-hidden="true" />}
              onClick={() => toastManager.close(toast.id)}
            />
          </div>
        </div>
        {details && (
          <p id={detailsId} hidden={!isUnfolded} className="pr-2.5 pb-2 text-small text-ink-soft">
            {details}
          </p>
        )}
      </Toast.Content>
    </Toast.Root>
  );
}

const toastManager = Toast.createToastManager<ToastOptions>();
