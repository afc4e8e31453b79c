import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createPopup } from '../../lib/browser/popup.ts';
import { buttonClasses } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconDots } from '../icons/icons.ts';
import { lazyMenu } from '../loading/lazy-dialog.tsx';
import { PopupPlace } from '../overlay/popup-place.tsx';
import type { ListMenuProps } from './list-menu.tsx';

const ListMenu = lazyMenu(() => import('./list-menu.tsx'), 'ListMenu');

const listMenu = createPopup('menu');

export interface ListActionsProps extends Omit<ListMenuProps, 'popup'> {
  children: ReactNode;
}

/** On a phone only the button that adds a row is shown; the rest is in a menu. */
export function ListActions({ children, ...menu }: ListActionsProps) {
  const { about, mayImport, onExport, onPrint, maySelect } = menu;
  const hasMenu = mayImport || maySelect || onExport !== undefined || onPrint !== undefined;
  return (
    <>
      {mayImport && (
        <Link
          to="/import/$about"
          params={{ about }}
          className={`${buttonClasses('secondary')} max-md:hidden`}
        >
          Import
        </Link>
      )}
      {children}
      {hasMenu && (
        <IconButton
          label={`More for ${about}`}
          icon={<IconDots size={20} aria-hidden="true" />}
          className="-mr-2 md:hidden"
          {...listMenu.buttonProps(null)}
        />
      )}
      <PopupPlace of={listMenu}>{(popup) => <ListMenu popup={popup} {...menu} />}</PopupPlace>
    </>
  );
}
