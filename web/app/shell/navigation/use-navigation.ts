import { useRouter } from '@tanstack/react-router';
import { useAccess } from '../../../lib/account/access.ts';

/** The pages with an icon that the user may open, in the order of the routes: what the sidebar, the bottom bar and Apps show. */
export function useNavigation() {
  const { children } = useRouter().routesById['/guarded'];
  const { hasPermission } = useAccess();
  return Object.values(children ?? {}).flatMap(({ fullPath, options: { staticData } }) => {
    if (!staticData?.Icon) return [];
    if (staticData.permission && !hasPermission(staticData.permission)) return [];
    return [{ to: fullPath, label: staticData.title, Icon: staticData.Icon }];
  });
}
