import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { IconDots, IconSearch } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { isBoxOpen } from './command-box/open-box.ts';
import { useNavigation } from './navigation/use-navigation.ts';
import { MoreSheet } from './popups/popups.ts';

export function BottomBar() {
  const [isMoreOpen, setMoreOpen] = useState(false);
  const pages = useNavigation();
  const inBar = pages.filter(({ to }) => pathsInBar.includes(to));
  const isElsewhere = !inBar.some(({ isCurrent }) => isCurrent);
  return (
    <>
      <nav
        aria-label="Main"
        className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        {inBar.map(({ to, label, Icon, isCurrent }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            aria-current={isCurrent ? 'page' : undefined}
            className={classes(itemClasses, isCurrent && currentClasses)}
          >
            <Icon size={22} aria-hidden="true" />
            {label}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => isBoxOpen.set(true)}
          className={itemClasses}
        >
          <IconSearch size={22} aria-hidden="true" />
          Search
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setMoreOpen(true)}
          aria-current={isElsewhere || undefined}
          className={classes(itemClasses, isElsewhere && currentClasses)}
        >
          <IconDots size={22} aria-hidden="true" />
          More
        </button>
      </nav>
      <Suspense>
        {isMoreOpen && (
          <MoreSheet
            pages={pages.filter((page) => !inBar.includes(page))}
            onClose={() => setMoreOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** A further page would make the buttons too small. */
const pathsInBar: readonly string[] = ['/dashboard', '/locations', '/users'];

const itemClasses =
  'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-3 border-transparent pb-0.75 text-badge max-[359px]:text-[0.71875rem] text-ink-soft -outline-offset-2 active:bg-line';
const currentClasses = 'border-amber! font-semibold text-petrol!';
