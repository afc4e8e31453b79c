import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { UserAccess } from '../../../../../contract/user-access.ts';
import { seesPastOfUsers, type UserRow } from '../../../../../contract/users.ts';
import { Button } from '../../../../components/button/button.tsx';
import { Fact, FactList } from '../../../../components/detail/fact-list.tsx';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { useIsOutageShown } from '../../../../components/feedback/outage.tsx';
import { lazyDialog } from '../../../../components/loading/lazy-dialog.tsx';
import { useAccess } from '../../../../lib/account/access.ts';
import { formatAgo, formatDate, formatDay } from '../../../../lib/format/format-date.ts';
import { countOf } from '../../../../lib/format/format-number.ts';
import { messageOf } from '../../../../lib/network/request-failed.ts';
import { usePageDialog } from '../../../../lib/url/page-url.ts';
import { useUserActs } from '../../../../parts/acts/user-acts.ts';
import { userSecondFactorQuery, userSessionsQuery } from '../../account/account.api.ts';
import { ResetFactor } from '../../account/reset-factor.tsx';
import { invitationQuery } from '../../invitations/invitations.api.ts';
import { useInvite } from '../../invitations/use-invite.ts';
import { describeSteps, Step } from './signing-in-steps.tsx';

export function UserRailSkeleton() {
  return ['Signing in', 'Details'].map((title) => (
    <RailCard key={title} title={title}>
      <div aria-hidden="true" className="flex min-h-32 flex-col gap-4 pt-2">
        <span className="block h-2.5 w-3/4 rounded-full bg-line" />
        <span className="block h-2.5 w-1/2 rounded-full bg-line" />
        <span className="block h-2.5 w-2/3 rounded-full bg-line" />
      </div>
    </RailCard>
  ));
}

export function DetailsCard({ user, access }: { user: UserRow; access: UserAccess | undefined }) {
  const seen = access?.last_sign_in_at;
  const seesPast = seesPastOfUsers(useAccess().hasPermission);
  return (
    <RailCard title="Details">
      <FactList>
        <Fact label="Number">{user.employee_number ?? none}</Fact>
        <Fact label="Phone">{user.phone ?? none}</Fact>
        {seesPast && (
          <Fact label="Last sign-in">
            {seen && (
              <time dateTime={seen} data-tooltip={formatDate(seen)}>
                {formatAgo(seen)}
              </time>
            )}
            {seen === null && 'Never'}
          </Fact>
        )}
        <Fact label="Last edited">
          <time dateTime={user.updated_at} data-tooltip={formatDate(user.updated_at)}>
            {formatAgo(user.updated_at)}
          </time>
        </Fact>
      </FactList>
    </RailCard>
  );
}

const none = <span className="text-ink-faint">None</span>;

/** A user who was never invited is invited by the button next to the name. */
export function SigningInCard({ user, access }: { user: UserRow; access: UserAccess | undefined }) {
  const { mayAct, hasEveryPermission, isSelf } = useAccess();
  const { may, mayManage } = useUserActs();
  const mayReset = mayAct('resetSecondFactor') && !isSelf(user.id) && mayManage(user);
  const maySeeDevices = mayAct('endUserSessions') && mayManage(user);
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const maySend = mayAct('inviteUser');
  const { data: invitation } = useQuery({ ...invitationQuery(user.id), enabled: maySend });
  const allowed = may(user).get('invite');
  const send = useInvite(user);
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
              {isOver(user) ? 'Invite again' : 'Send again'}
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

const isOver = ({ invitation }: UserRow) => invitation === 'joining' || invitation === 'expired';

function RailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 text-small max-md:min-h-11">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex min-w-0 items-center gap-3 text-right">{children}</dd>
    </div>
  );
}

function SecondFactorLine({ user }: { user: UserRow }) {
  const { data, error } = useQuery(userSecondFactorQuery(user.id));
  const isOutage = useIsOutageShown();
  return (
    <RailLine label="Second factor">
      {data?.is_set_up && <span>{data.set_up_at ? `Since ${formatDay(data.set_up_at)}` : 'Set up'}</span>}
      {data && !data.is_set_up && 'Not set up'}
      {!data && !isOutage && error?.message}
      {data && <ResetFactor user={user} isLine />}
    </RailLine>
  );
}

const UserSessionsDialog = lazyDialog(
  () => import('../../account/user-sessions-dialog.tsx'),
  'UserSessionsDialog',
);

function DevicesLine({ id }: { id: string }) {
  const { data, error } = useQuery(userSessionsQuery(id));
  const [isOpen, setOpen] = useState(false);
  const isOutage = useIsOutageShown();
  return (
    <>
      <RailLine label="Devices">
        {data?.length === 0 && 'Not signed in'}
        {data && data.length > 0 && (
          <Button variant="link" onClick={() => setOpen(true)}>
            {countOf(data.length, 'device')}
          </Button>
        )}
        {!data && !isOutage && error?.message}
      </RailLine>
      <Suspense>{isOpen && <UserSessionsDialog id={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
