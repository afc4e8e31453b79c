import { useEffect, useEffectEvent, useState } from 'react';
import type { LinkType } from '../../../../contract/auth/auth-links.ts';
import { describeInvitation } from '../../../../contract/invitations.ts';
import { call } from '../../../lib/http/http.ts';
import type { EmailLink } from '../../../lib/session/email-link.ts';

export interface InvitationOfLink {
  name: string;
  invited_by: string | null;
}

/**
 * The invited user and the inviter, before the user accepts. Null for other links, and when the server does not
 * answer: the page works without it.
 */
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
    call(describeInvitation, { body: { token_hash: secret } }, { signal: abort.signal })
      .then((answer) => settle(answer.invitation))
      .catch((error) => abort.signal.aborted || console.warn(error))
      .finally(() => abort.signal.aborted || setDescribing(false));
    return () => abort.abort();
  }, [secret]);

  return { invitation, isDescribing };
}
