import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { classes } from '../lib/classes.ts';

/**
 * One menu for a whole table: `const rowMenu = Menu.createHandle<Row>()`, a `<Menu.Trigger handle={rowMenu}
 * payload={row}>` in each row, and beside the table one
 * `<Menu.Root handle={rowMenu}>{({ payload: row }) => <MenuPopup>…</MenuPopup>}</Menu.Root>`.
 */
export { Menu };

/** 192 px wide and 5 px below its button (specification section 9); it moves when there is no room. */
export function MenuPopup({ children, className = 'w-48' }: { children: ReactNode; className?: string }) {
  return (
    <Menu.Portal>
      <Menu.Positioner side="bottom" align="end" sideOffset={5} collisionPadding={8} className="outline-none">
        <Menu.Popup
          className={classes(
            'rounded-menu border border-line bg-surface p-1.5 shadow-popup outline-none transition data-starting-style:-translate-y-1 data-starting-style:opacity-0',
            className,
          )}
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  tone?: 'plain' | 'danger' | undefined;
  disabled?: boolean | undefined;
  onClick: () => void;
}

export function MenuItem({ icon, children, tone = 'plain', disabled = false, onClick }: MenuItemProps) {
  return (
    <Menu.Item
      disabled={disabled}
      onClick={onClick}
      className={classes(menuItemClasses, tone === 'danger' ? 'text-bad' : 'text-ink')}
    >
      {icon}
      {children}
    </Menu.Item>
  );
}

export const menuItemClasses =
  'flex h-9 w-full items-center gap-3 rounded-control px-2.5 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:not-data-disabled:bg-surface-raised max-md:h-11';

export function MenuSeparator() {
  return <Menu.Separator className="mx-2 my-1.5 h-px bg-line" />;
}
