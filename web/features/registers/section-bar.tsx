import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { formatNumber } from '../../lib/format/format-number.ts';
import { salesTilesQuery } from './registers.api.ts';

type Page = '/sales' | '/sales/exceptions' | '/sales/reporting' | '/stock' | '/products' | '/register-files';

/** The pages of the section. A location's sales and a day belong to Sales. */
export function SectionBar() {
  const { pathname } = useLocation();
  const { data: tiles } = useQuery(salesTilesQuery());
  // Undefined before the first answer, null where nothing is known or nothing is to be said.
  const counts: Partial<Record<Page, string | null>> = tiles
    ? {
        '/sales/reporting': tiles.revenue?.missing ? `${formatNumber(tiles.revenue.missing)} missing` : null,
        '/stock': tiles.stock ? `${formatNumber(tiles.stock.low)} low` : null,
        '/products': tiles.products && formatNumber(tiles.products.active),
      }
    : {};
  const current = pages.some(({ to }) => to === pathname) ? pathname : '/sales';
  return (
    <nav
      ref={showCurrent}
      aria-label="Sales section"
      // From edge to edge below the bar of the app.
      className="-mx-8 mb-3 flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-5 first:-mt-7 max-md:-mx-4 max-md:justify-between max-md:gap-0 max-md:px-2 max-md:first:-mt-4 max-[359px]:flex-wrap max-[359px]:justify-start print:hidden"
    >
      {pages.map(({ to, label, hasCount }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          // On a page that belongs to it, it is not the page itself.
          aria-current={current !== to ? undefined : pathname === to ? 'page' : true}
          className="flex h-11 shrink-0 items-center gap-1.5 border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink aria-[current]:border-amber aria-[current]:text-ink max-md:h-12 max-md:min-w-11 max-md:flex-col max-md:justify-center max-md:gap-0 max-md:px-1 max-md:text-small"
        >
          {label}
          {hasCount && counts[to] !== null && (
            // As wide as a short count before it is known, so that the neighbors stay.
            <span className="min-w-7 text-small font-normal max-md:min-h-4 max-md:min-w-0 max-md:leading-4">
              {counts[to]}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Where long counts leave too little space the bar scrolls; the narrowest phones have two lines. */
function showCurrent(bar: HTMLElement | null) {
  const current = bar?.querySelector<HTMLElement>('[aria-current]');
  if (bar && current) bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
}

const pages: readonly { to: Page; label: string; hasCount?: boolean }[] = [
  { to: '/sales', label: 'Sales' },
  { to: '/sales/exceptions', label: 'Exceptions' },
  { to: '/sales/reporting', label: 'Reporting', hasCount: true },
  { to: '/stock', label: 'Stock', hasCount: true },
  { to: '/products', label: 'Products', hasCount: true },
  { to: '/register-files', label: 'Files' },
];
