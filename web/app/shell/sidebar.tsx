import { classes } from '../../lib/browser/classes.ts';
import { Brand } from './brand.tsx';
import { NavigationList } from './navigation/navigation-list.tsx';
import { UserBlock } from './navigation/user-block.tsx';

/** Collapsed, it shows only icons. The labels remain as tooltips and for screen readers. */
export function Sidebar({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <aside
      aria-label="Sidebar"
      className={classes(
        'on-sign flex shrink-0 flex-col bg-sidebar print:hidden transition-[width]',
        isCollapsed ? 'w-17' : 'w-58',
      )}
    >
      <Brand
        isCollapsed={isCollapsed}
        className={classes(
          'h-15 shrink-0 border-b-3 border-amber active:bg-sidebar-active',
          isCollapsed ? 'justify-center' : 'px-5',
        )}
      />
      <NavigationList isCollapsed={isCollapsed} />
      <UserBlock isCollapsed={isCollapsed} />
    </aside>
  );
}
