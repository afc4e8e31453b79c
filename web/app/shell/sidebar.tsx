import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/display/avatar.tsx';
import { Mark } from '../../components/display/mark.tsx';
import { useIsAccessKnown } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { useNavigation } from './navigation/use-navigation.ts';

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

/** Complete from its first item on: which ones there are depends on the profile. */
function NavigationList({ isCollapsed }: { isCollapsed: boolean }) {
  const isKnown = useIsAccessKnown();
  const pages = useNavigation();
  return (
    <nav aria-label="Main" aria-busy={!isKnown} className="min-h-0 flex-1 overflow-y-auto px-3 py-5">
      {!isKnown && <Placeholders />}
      <ul className="flex flex-col gap-1">
        {(isKnown ? pages : []).map(({ to, label, Icon, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              // Which page belongs to which item is ours to say.
              activeOptions={{ exact: true }}
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

function Placeholders() {
  return [1, 2, 3, 4].map((row) => (
    <div key={row} aria-hidden="true" className="mb-1 flex h-11 items-center px-3.25">
      <span className="h-2.5 w-24 rounded-full bg-sidebar-active" />
    </div>
  ));
}

export function UserBlock({ isCollapsed }: { isCollapsed: boolean }) {
  const { profile } = useAuth();
  const isOnline = useIsOnline();
  const name = profile?.full_name || 'User';
  return (
    <div className={`flex items-center gap-2.5 py-5 ${isCollapsed ? 'justify-center' : 'px-5'}`}>
      {profile ? <Avatar name={name} /> : <span className="size-9 rounded-full bg-sidebar-active" />}
      <div className={isCollapsed ? 'sr-only' : 'min-w-0'}>
        {profile ? (
          <p className="truncate font-semibold text-on-sidebar" title={name}>
            {name}
          </p>
        ) : (
          <p aria-busy="true" className="flex h-[1.45em] items-center">
            <span className="h-2.5 w-24 rounded-full bg-sidebar-active" />
          </p>
        )}
        <p role="status" className="flex items-center gap-1.5 text-badge text-on-sidebar-soft">
          <span
            className={classes(
              'size-1.75 rounded-full',
              isOnline ? 'bg-[#5fc48d]' : 'border-2 border-on-sidebar-soft',
            )}
          />
          {isOnline ? 'Online' : 'Offline'}
        </p>
      </div>
    </div>
  );
}

export function Brand({ isCollapsed = false, className }: { isCollapsed?: boolean; className?: string }) {
  const { product_name } = useAppConfig();
  return (
    <Link
      to="/dashboard"
      // No preloading: a pointer in the corner would fetch the dashboard before the rows of another page.
      preload={false}
      aria-label={product_name}
      className={classes(
        'flex items-center gap-2.5 font-sign text-heading font-semibold text-on-sidebar -outline-offset-4',
        className,
      )}
    >
      <Mark />
      {!isCollapsed && <span className="truncate">{product_name}</span>}
    </Link>
  );
}
