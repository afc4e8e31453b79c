import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { keepFocusInside } from '../../lib/browser/modal-focus.ts';
import { iconButtonClasses } from '../button/icon-button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { IconX } from '../icons/icons.ts';

export interface DialogFrameProps {
  title: string;
  /** A row of two lines between title and content, which is there from the start: null while it says nothing. */
  line?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Why the last attempt failed; stays visible above the footer while the body scrolls. */
  error?: ReactNode;
  /** Makes the body and the footer one form. Ignored while `busy`, so Enter cannot submit twice. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  busy?: boolean | undefined;
  /** 'full' is as high as the window allows, so that changing content moves nothing. */
  width?: 'narrow' | 'wide' | 'full' | undefined;
  /** Takes the whole height on a phone: a dialog with a search must not shrink while the user types. */
  isTall?: boolean | undefined;
  closable?: boolean | undefined;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/** On a desktop its upper edge stays in place, whatever grows in it. Must be inside a dialog root. */
export function DialogFrame({
  title,
  line,
  children,
  footer,
  error,
  onSubmit,
  busy = false,
  width = 'narrow',
  isTall = false,
  closable = true,
  initialFocus,
}: DialogFrameProps) {
  const [opener] = useState(openerNow);
  const content = (
    <>
      <div
        className={classes(
          'min-h-0 grow overflow-y-auto overscroll-contain px-6 pt-1 pb-2 low:overflow-visible max-md:px-4',
          // The edge says that the content goes on. On the footer it would count as moving when the footer grows.
          width === 'full' && 'border-b border-line',
        )}
      >
        {children}
      </div>
      {error && (
        <Alert tone="error" className="mx-6 mt-2 shrink-0 max-md:mx-4">
          {error}
        </Alert>
      )}
      {footer && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 px-6 pt-4 pb-6 max-md:px-4 max-md:pb-[max(1rem,env(safe-area-inset-bottom))] max-md:[&>button]:flex-1">
          {footer}
        </div>
      )}
    </>
  );

  return (
    <Dialog.Portal>
      {/* A single backdrop: a dialog over another one adds none to the page. The backdrop below covers only the other dialog. */}
      <Dialog.Backdrop className="fixed inset-0 bg-backdrop transition-opacity data-starting-style:opacity-0" />
      <Dialog.Viewport className="fixed inset-0 grid grid-cols-1 items-start justify-items-center px-6 pt-[12dvh] max-md:items-end max-md:p-0 md:[@media(height<48rem)]:pt-6">
        <Dialog.Popup
          ref={keepFocusInside}
          {...(initialFocus && { initialFocus })}
          finalFocus={() => (opener?.isConnected ? opener : true)}
          aria-busy={busy || undefined}
          className={classes(
            nestedBackdrop,
            'relative flex max-h-[calc(88dvh-1.5rem)] md:[@media(height<48rem)]:max-h-[calc(100dvh-3rem)] low:block low:overflow-y-auto w-full flex-col rounded-dialog border border-line bg-surface shadow-popup outline-none transition data-starting-style:translate-y-2 data-starting-style:opacity-0 max-md:max-h-[calc(100dvh-1.5rem)] max-md:max-w-none max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0',
            widths[width],
            isTall && 'max-md:h-full',
          )}
        >
          <Dialog.Title className="shrink-0 py-3 pt-7 pr-16 pl-6 font-sign text-heading font-semibold max-md:pt-5 max-md:pl-4">
            {title}
          </Dialog.Title>
          {line !== undefined && (
            <div className="relative z-2 -mt-2 min-h-9 shrink-0 px-6 max-md:px-4">{line}</div>
          )}
          {onSubmit ? (
            <form
              noValidate
              className="flex min-h-0 grow flex-col low:block"
              onSubmit={(event) => {
                // Without this, React passes the event on to the form of the dialog below.
                event.stopPropagation();
                event.preventDefault();
                if (!busy) onSubmit(event);
              }}
            >
              {content}
            </form>
          ) : (
            content
          )}
          {/* The last element, so that the focus starts in the content of the dialog. */}
          {closable && (
            <Dialog.Close
              className={classes(iconButtonClasses, 'absolute top-6 right-4 max-md:top-3 max-md:right-2')}
              aria-label="Close"
            >
              <IconX size={20} aria-hidden="true" />
            </Dialog.Close>
          )}
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  );
}

const nestedBackdrop =
  'data-nested-dialog-open:after:absolute data-nested-dialog-open:after:-inset-px data-nested-dialog-open:after:z-3 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-backdrop';

const widths = { narrow: 'max-w-115', wide: 'max-w-xl', full: 'max-w-5xl md:h-full' };

/** When a menu item opened this dialog, the button of the menu gets the focus back. */
function openerNow() {
  const { activeElement } = document;
  const opener = activeElement?.closest('[role="menu"]')
    ? document.querySelector('[data-popup-open]')
    : activeElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
