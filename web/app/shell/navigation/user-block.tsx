import { Avatar } from '../../../components/display/avatar.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useIsOnline } from '../../../lib/network/connection.ts';

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
