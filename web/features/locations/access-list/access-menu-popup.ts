import type { AccessListUser } from '../../../../contract/location-access.ts';
import { createPopup } from '../../../lib/browser/popup.ts';

export const accessMenu = createPopup<AccessListUser>('menu');
