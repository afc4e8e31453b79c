import { useLocation, useRouter } from '@tanstack/react-router';
import { useAccess } from '../../../lib/account/access.ts';

/** The pages with an icon that the user may open, in the order of the routes: what the sidebar, the bottom bar and Apps show. */
export function useNavigation() {
  const { children } = useRouter().routesById['/guarded'];
  const { hasPermission } = useAccess();
  const { pathname } = useLocation();
  return Object.values(children ?? {}).flatMap(({ fullPath, options: { staticData } }) => {
    if (!staticData?.Icon) return [];
    const { title, label = title, Icon, mayOpen, isAlsoOn } = staticData;
    if (mayOpen && !mayOpen(hasPermission)) return [];
    const isCurrent = [fullPath, isAlsoOn].some((path) => path && pathname.startsWith(path));
    return [{ to: fullPath, label, Icon, isCurrent }];
  });
}
