import type { Factor } from '@supabase/auth-js';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconDeviceMobile, IconTrash } from '../../components/icons/icons.ts';
import { formatDate } from '../../lib/format/format-date.ts';

export interface DeviceListProps {
  devices: readonly Factor[];
  onRemove: (id: string) => void;
}

export function DeviceList({ devices, onRemove }: DeviceListProps) {
  return (
    <ul aria-label="Devices of the second factor">
      {devices.map((device) => (
        <li key={device.id} className="flex items-center gap-3 border-line py-2 first:pt-0 not-last:border-b">
          <IconDeviceMobile size={22} className="text-petrol" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{nameOf(device)}</p>
            <p className="text-small text-ink-soft">Since {formatDate(device.created_at)}</p>
          </div>
          <IconButton
            label={`Remove ${nameOf(device)}`}
            tone="danger"
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => onRemove(device.id)}
          />
        </li>
      ))}
    </ul>
  );
}

export function nameOf({ friendly_name }: Factor) {
  return friendly_name || 'Authenticator app';
}
