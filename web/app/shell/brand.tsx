import { Link } from '@tanstack/react-router';
import { Mark } from '../../components/display/mark.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';

export interface BrandProps {
  isCollapsed?: boolean;
  className?: string | undefined;
}

export function Brand({ isCollapsed = false, className }: BrandProps) {
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
