import { Link } from '@tanstack/react-router';
import { classes } from '../../../lib/browser/classes.ts';
import { useNavigation } from './use-navigation.ts';

export function NavigationList({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 py-5">
      <ul className="flex flex-col gap-1">
        {useNavigation().map(({ to, label, Icon, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              title={isCollapsed ? label : undefined}
              className={classes(
                'flex h-11 items-center gap-3 rounded-control border-l-3 border-transparent text-on-sidebar-soft transition-colors hover:bg-sidebar-active hover:text-on-sidebar active:brightness-125 active:brightness-125',
                isCollapsed ? 'justify-center pr-[3px]' : 'px-2.5',
                isCurrent && 'border-amber! bg-sidebar-active font-semibold text-on-sidebar!',
              )}
            >
              <Icon size={20} aria-hidden="true" />
              <span className={isCollapsed ? 'sr-only' : undefined}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
