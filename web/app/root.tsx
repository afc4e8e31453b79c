import { Outlet, useMatches } from '@tanstack/react-router';
import { useTheme } from '../lib/browser/theme.ts';
import { useAppConfig } from '../lib/http/app-config.ts';

/** The outermost part: every page, with its name in the browser's tab. */
export function Root() {
  const { product_name } = useAppConfig();
  // Also pages without a button for it follow the system from day to night.
  useTheme();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <title>{title ? `${title} · ${product_name}` : product_name}</title>
      <Outlet />
    </>
  );
}
