import { useMutation, useQuery } from '@tanstack/react-query';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import type { UserRow } from '../../../../../contract/users.ts';
import { Button } from '../../../../components/button/button.tsx';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { useAccess } from '../../../../lib/account/access.ts';
import { useAppConfig } from '../../../../lib/http/app-config.ts';
import { messageOf } from '../../../../lib/network/request-failed.ts';
import { usePageDialog } from '../../../../lib/url/page-url.ts';
import { useUserActs } from '../../../../parts/acts/user-acts.ts';
import { invitationQuery, sendInvitation } from '../../invitations/invitations.api.ts';
import { showInvited } from '../../invitations/show-invited.ts';
import { DevicesLine } from './devices-line.tsx';
import { SecondFactorLine } from './second-factor-line.tsx';
import { Step } from './signing-in-step.tsx';
import { describeSteps } from './signing-in-steps.ts';

/** A user who was never invited is invited by the button next to the name. */
export function SigningInCard({ user, access }: { user: UserRow; access: UserAccess | undefined }) {
  const { mayAct, hasEveryPermission, isSelf } = useAccess();
  const { may, mayManage } = useUserActs();
  const mayReset = mayAct('resetSecondFactor') && !isSelf(user.id) && mayManage(user);
  const maySeeDevices = mayAct('endUserSessions') && mayManage(user);
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const { sends_email } = useAppConfig();
  const maySend = mayAct('inviteUser');
  const { data: invitation } = useQuery({ ...invitationQuery(user.id), enabled: maySend });
  const allowed = may(user).get('invite');
  const send = useMutation({
    mutationFn: (_: undefined, context) => sendInvitation(user.id, 'mail', context),
    onSuccess: () => showInvited(user, sends_email),
  });
  return (
    <RailCard title="Signing in">
      <ol>
        {describeSteps({ user, access, invitation }).map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </ol>
      {allowed && (user.invitation || hasEveryPermission()) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {user.invitation && (
            <Button
              variant="secondary"
              disabled={allowed.whyNot !== undefined}
              data-tooltip={allowed.whyNot}
              loading={send.isPending}
              onClick={() => send.mutate(undefined)}
            >
              Send again
            </Button>
          )}
          {hasEveryPermission() && (
            <Button
              variant="secondary"
              data-tooltip={user.invitation ? 'Older links stop working' : undefined}
              onClick={() => openDialog('invitation', user.id)}
            >
              {user.invitation ? 'New link' : 'Create link'}
            </Button>
          )}
        </div>
      )}
      {send.error && (
        <p role="alert" className="mt-2 text-small text-bad">
          {messageOf(send.error, 'Failed to invite the user')}
        </p>
      )}
      {(mayReset || maySeeDevices) && (
        <dl className="mt-3 border-t border-line pt-1.5">
          {mayReset && <SecondFactorLine user={user} />}
          {maySeeDevices && <DevicesLine id={user.id} />}
        </dl>
      )}
    </RailCard>
  );
}
