import { Link } from '@tanstack/react-router';
import { Mark } from '../../components/display/mark.tsx';
import { useAppConfig } from '../../lib/http/app-config.ts';

/** Mark and name over the amber rule, the light under the station's canopy. */
export function Brand({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { product_name } = useAppConfig();
  return (
    <Link
      to="/dashboard"
      aria-label={product_name}
      className={`flex h-15 shrink-0 items-center gap-2.5 border-b-3 border-amber font-sign text-heading font-semibold text-on-sidebar -outline-offset-4 focus-visible:outline-amber ${isCollapsed ? 'justify-center' : 'px-5'}`}
    >
      <Mark />
      {!isCollapsed && <span className="truncate">{product_name}</span>}
    </Link>
  );
}
