import { Link } from '@tanstack/react-router';
import { Popover } from '../../../components/overlay/popover.tsx';
import type { OpenPopup } from '../../../lib/browser/popup.ts';
import { useNavigation } from '../navigation/use-navigation.ts';

export function AppsPopover({ popup }: { popup: OpenPopup }) {
  return (
    <Popover title="Apps" popup={popup}>
      <ul className="mt-2 grid grid-cols-3 gap-1.5">
        {useNavigation().map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={popup.close}
              className="flex w-22 flex-col items-center gap-1.5 rounded-control py-3 text-small hover:bg-surface-raised active:bg-line"
            >
              <Icon size={24} className="text-petrol" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
