import { Popover } from '@base-ui/react/popover';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { iconButtonClasses } from '../../components/icon-button.tsx';
import { IconLayoutGrid } from '../../components/icons.ts';
import { PopoverPopup } from '../../components/popover-popup.tsx';
import { navigation } from '../navigation.ts';

/** The three areas, for a thumb. */
export function AppsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={iconButtonClasses} aria-label="Apps" title="Apps">
        <IconLayoutGrid size={20} aria-hidden="true" />
      </Popover.Trigger>
      <PopoverPopup title="Apps">
        <ul className="mt-2 grid grid-cols-3 gap-1.5">
          {navigation.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={() => setOpen(false)}
                className="flex w-22 flex-col items-center gap-1.5 rounded-control py-3 text-small hover:bg-surface-raised"
              >
                <Icon size={24} className="text-petrol" aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </PopoverPopup>
    </Popover.Root>
  );
}
