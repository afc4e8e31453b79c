import { Dialog } from '@base-ui/react/dialog';
import { IconX } from '../../components/icons/icons.ts';
import { keepFocusInside } from '../../lib/browser/modal-focus.ts';
import { Brand } from './brand.tsx';
import { NavigationList } from './navigation-list.tsx';
import { UserBlock } from './user-block.tsx';

/** The sidebar of a phone, while it is open. */
export function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-veil transition-opacity data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={keepFocusInside}
          aria-label="Menu"
          className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col bg-sidebar shadow-popup transition-transform outline-none data-starting-style:-translate-x-full"
        >
          <Brand />
          <Dialog.Close
            aria-label="Close menu"
            className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-on-sidebar-soft focus-visible:outline-amber"
          >
            <IconX size={20} aria-hidden="true" />
          </Dialog.Close>
          <NavigationList onFollow={onClose} />
          <UserBlock />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
