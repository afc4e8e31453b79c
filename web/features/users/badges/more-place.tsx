import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import type { MorePopoverProps } from './more-popover.tsx';
import { more } from './user-badges.tsx';

const MorePopover = lazyPart(async () => (await import('./more-popover.tsx')).MorePopover, {
  closeOf: ({ popup }) => popup.close,
  afterIdle: true,
});

export function MorePlace({ named }: Pick<MorePopoverProps, 'named'>) {
  return <PopupPlace of={more}>{(popup) => <MorePopover popup={popup} named={named} />}</PopupPlace>;
}
