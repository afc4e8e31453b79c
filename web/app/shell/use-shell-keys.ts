import { useNavigate } from '@tanstack/react-router';
import { useAccess } from '../../lib/account/access.ts';
import { useKeys } from '../../lib/browser/keys.ts';

export function useShellKeys(onHelp: () => void) {
  const navigate = useNavigate();
  const mayAudit = useAccess().hasPermission('audit.read');
  useKeys({
    '?': onHelp,
    'g d': () => void navigate({ to: '/dashboard' }),
    'g l': () => void navigate({ to: '/locations' }),
    'g u': () => void navigate({ to: '/users' }),
    'g a': mayAudit ? () => void navigate({ to: '/audit' }) : undefined,
  });
}
