import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { backdropClasses, sheetClasses } from './sheet-look.ts';

export interface MenuProps {
  label: string;
  /** The title above the items on a phone: the row that they are about. */
  title?: string;
  popup: OpenPopup<unknown>;
  className?: string;
  /** The landmark that it belongs to, if any. On a phone it covers the page and belongs to none. */
  container?: HTMLElement | null;
  children: ReactNode;
}

/** 192 px wide and 5 px below its button, as specified. On a phone it is a sheet. */
export function Menu({ label, title, popup, className = 'w-48', container, children }: MenuProps) {
  const [isOpen, setOpen] = useState(true);
  const { anchor, close } = popup;
  const isPhone = useMediaQuery('(width < 48rem)');
  const [wasPhone] = useState(isPhone);
  // Lists change their layout at this width, so the button of this menu is removed or has moved.
  useEffect(() => {
    if (isPhone !== wasPhone) close();
  }, [isPhone, wasPhone, close]);
  return (
    // Closes after the event is handled, because a press outside moves the focus after the menu has handled it.
    <BaseMenu.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(stillOpen) => stillOpen || close()}
    >
      <BaseMenu.Portal container={isPhone ? undefined : container}>
        {isPhone && <BaseMenu.Backdrop className={backdropClasses} />}
        <BaseMenu.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={5}
          collisionPadding={8}
          className={classes('outline-none', isPhone && 'static! transform-none!')}
        >
          <BaseMenu.Popup
            aria-label={label}
            finalFocus={() => anchor}
            onKeyDown={({ key }) => {
              if (key !== 'Tab') return;
              anchor.focus();
              close();
            }}
            className={
              isPhone
                ? classes(sheetClasses, 'px-1.5 pt-2')
                : classes(
                    'rounded-menu border border-line bg-surface p-1.5 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0',
                    className,
                  )
            }
          >
            {isPhone && title && (
              <p className="shrink-0 truncate px-2.5 pt-2 pb-1.5 font-sign text-subheading font-semibold">
                {title}
              </p>
            )}
            <Items isFirstFocused={popup.isByKeyboard}>{children}</Items>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** A menu that was opened by keyboard focuses its first item. */
function Items({ isFirstFocused, children }: { isFirstFocused: boolean; children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = items.current?.querySelector<HTMLElement>('[role="menuitem"]');
    if (isFirstFocused) first?.focus({ preventScroll: true });
  }, [isFirstFocused]);
  return <div ref={items}>{children}</div>;
}

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
  disabled?: boolean | undefined;
  title?: string | undefined;
  onClick: () => void;
}

export function MenuItem({
  icon,
  children,
  tone = 'plain',
  disabled = false,
  title,
  onClick,
}: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      title={title}
      onClick={onClick}
      className={classes(itemClasses, tone === 'danger' ? 'text-bad' : 'text-ink')}
    >
      {icon}
      {children}
    </BaseMenu.Item>
  );
}

export interface MenuLinkProps {
  icon: ReactNode;
  children: ReactNode;
  link: ReactElement;
}

export function MenuLink({ icon, children, link }: MenuLinkProps) {
  return (
    <BaseMenu.LinkItem className={itemClasses} closeOnClick render={link}>
      {icon}
      {children}
    </BaseMenu.LinkItem>
  );
}

const itemClasses =
  'flex h-9 w-full items-center gap-3 rounded-control px-2.5 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:not-data-disabled:bg-surface-raised not-data-disabled:active:bg-line max-md:h-12';

export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-2 my-1.5 h-px bg-line" />;
}
