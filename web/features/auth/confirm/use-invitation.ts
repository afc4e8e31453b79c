import { useEffect, useEffectEvent, useState } from 'react';
import type { LinkType } from '../../../../contract/auth/auth-links.ts';
import type { EmailLink } from '../../../lib/session/email-link.ts';
import { describeInvitation } from './invitation.api.ts';

export interface InvitationOfLink {
  name: string;
  invited_by: string | null;
}

/** Null for other links, and when the server does not answer: the page works without it. */
export function useInvitation(type: LinkType, { token_hash }: EmailLink, onInvalid: () => void) {
  const secret = type === 'invite' ? token_hash : null;
  const [invitation, setInvitation] = useState<InvitationOfLink | null>(null);
  const [isDescribing, setDescribing] = useState(secret !== null);
  const settle = useEffectEvent((described: InvitationOfLink | null) => {
    if (!described) onInvalid();
    setInvitation(described);
  });

  useEffect(() => {
    if (!secret) return;
    const abort = new AbortController();
    describeInvitation(secret, abort.signal)
      .then(settle)
      .catch((error) => abort.signal.aborted || console.warn(error))
      .finally(() => abort.signal.aborted || setDescribing(false));
    return () => abort.abort();
  }, [secret]);

  return { invitation, isDescribing };
}
