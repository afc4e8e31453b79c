import { lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import type { MorePopoverProps } from './more-popover.tsx';
import { more } from './user-badges.tsx';

const MorePopover = lazyMenu(() => import('./more-popover.tsx'), 'MorePopover');

export function MorePlace({ named }: Pick<MorePopoverProps, 'named'>) {
  return <PopupPlace of={more}>{(popup) => <MorePopover popup={popup} named={named} />}</PopupPlace>;
}
