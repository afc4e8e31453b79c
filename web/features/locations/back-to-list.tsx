import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { IconArrowLeft } from '../../components/icons/icons.ts';

/** Leads back to the list: as the user left it, with search and scroll, when they came from there. */
export function BackToList() {
  const { history } = useRouter();
  const isFromList = useLocation().state.isFromList === true;
  return (
    <Link
      to="/locations"
      activeOptions={{ exact: true }}
      onClick={(event) => {
        if (!isFromList || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
      className={`${buttonClasses('link')} mb-2 self-start print:hidden`}
    >
      <IconArrowLeft size={16} aria-hidden="true" />
      Locations
    </Link>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page was opened from its list, which is one step back. */
    isFromList?: boolean;
  }
}
