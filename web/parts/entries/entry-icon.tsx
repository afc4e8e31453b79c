import type { AuditEntry } from '../../../contract/audit.ts';
import {
  IconDownload,
  IconKey,
  IconLock,
  IconMail,
  IconMapPin,
  IconPencil,
  IconSettings,
  IconShield,
  IconUpload,
} from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { groupOf } from './fold-entries.ts';

type Shown = Pick<AuditEntry, 'action' | 'via' | 'subject'>;

export function EntryIcon({ entry }: { entry: Shown }) {
  const Icon = iconOf(entry);
  const isBad = entry.action === 'access.denied' || entry.action === 'session.refused';
  return (
    <span
      className={classes(
        'grid size-6 shrink-0 place-items-center rounded-full',
        isBad ? 'bg-bad-soft text-bad' : 'bg-petrol-soft text-petrol',
      )}
    >
      <Icon size={15} aria-hidden="true" />
    </span>
  );
}

function iconOf({ action, via, subject }: Shown) {
  const [kind] = action.split('.');
  const group = groupOf(action);
  if (group === 'Access') return IconLock;
  if (group === 'Signing in') return IconKey;
  if (via === 'import') return IconUpload;
  if (kind === 'invitation' || kind === 'mail') return IconMail;
  if (kind === 'role' || action === 'user.roles_replaced') return IconShield;
  if (kind === 'location' || action === 'user.locations_replaced') return IconMapPin;
  if (action.endsWith('.exported')) return IconDownload;
  return subject.type === 'user' ? IconPencil : IconSettings;
}
