import { Outlet, useMatches } from '@tanstack/react-router';
import { usePageName } from '../lib/browser/page-name.ts';
import { useTheme } from '../lib/browser/theme.ts';
import { useAppConfig } from '../lib/http/app-config.ts';

export function Root() {
  const { product_name } = useAppConfig();
  // Pages without a theme button follow the system's theme too.
  useTheme();
  const ofRoute = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const title = usePageName() ?? ofRoute;
  return (
    <>
      <title>{title ? `${title} · ${product_name}` : product_name}</title>
      <Outlet />
    </>
  );
}
