import { useNavigate } from '@tanstack/react-router';
import { useAccess } from '../../lib/account/access.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { isBoxOpen } from './command-box/open-box.ts';

export function useShellKeys(onHelp: () => void) {
  const navigate = useNavigate();
  const mayAudit = useAccess().hasPermission('audit.read');
  const acts = {
    '?': onHelp,
    'ctrl k': () => isBoxOpen.set(true),
    '/': () => isBoxOpen.set(true),
    'g d': () => void navigate({ to: '/dashboard' }),
    'g l': () => void navigate({ to: '/locations' }),
    'g u': () => void navigate({ to: '/users' }),
    'g a': mayAudit ? () => void navigate({ to: '/audit' }) : undefined,
  };
  useKeys(acts, { isOfShell: true });
}
