import { IconButton } from '../../components/button/icon-button.tsx';
import { IconLayoutGrid } from '../../components/icons/icons.ts';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { createPopup } from '../../lib/browser/popup.ts';
import { AppsPopover } from './popups/popups.ts';

const apps = createPopup('dialog');

export function AppsButton() {
  return (
    <>
      <IconButton label="Apps" icon={<IconLayoutGrid size={20} />} {...apps.buttonProps(null)} />
      <PopupPlace of={apps}>{(popup) => <AppsPopover popup={popup} />}</PopupPlace>
    </>
  );
}
