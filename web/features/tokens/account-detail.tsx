import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission } from '../../../contract/access/permissions.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import type { AccountCall, ServiceAccount } from '../../../contract/service-accounts.ts';
import { Button } from '../../components/button/button.tsx';
import { GroupHeader } from '../../components/display/group-header.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { StatusBadge } from '../../components/display/status-badge.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconArrowLeft } from '../../components/icons/icons.ts';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { type PlainColumn, PlainTable } from '../../components/table/plain-table.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { callsQuery, tokenActsOf, updateAccount } from './service-accounts.api.ts';
import { describePower, NoteBadge, TokenList } from './tokens-panel.tsx';

const NewAccountTokenDialog = lazyDialog(() => import('./new-token-dialog.tsx'), 'NewAccountTokenDialog');
const EditAccountDialog = lazyDialog(() => import('./account-dialogs.tsx'), 'EditAccountDialog');
const DeactivateAccountDialog = lazyDialog(() => import('./account-dialogs.tsx'), 'DeactivateAccountDialog');

export function AccountDetail({ account, onBack }: { account: ServiceAccount; onBack: () => void }) {
  const { id, name, purpose, owner_role, is_active, permissions, tokens } = account;
  const { hasPermission } = useAccess();
  const isHigher = !permissions.every((permission) => hasPermission(permission as Permission));
  const { make, ...acts } = tokenActsOf(id);
  return (
    <>
      <Button variant="link" className="mb-2 self-start" onClick={onBack}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Service accounts
      </Button>
      <Panel
        isFlush
        title={name}
        description={purpose}
        actions={!isHigher && <AccountActs account={account} />}
      >
        <div className="flex flex-col items-start gap-1 px-6 py-4 max-md:px-4">
          <AccountMark account={account} />
          <p className="wrap-anywhere">
            {describePower(account, 'all locations')}{' '}
            {owner_role && `At most what the role ${owner_role.name} allows at that moment.`}
          </p>
          {isHigher && <Alert tone="info">{reasons.serviceHigher}</Alert>}
        </div>
        <GroupHeader className="border-y">
          <h3 className="font-semibold">Tokens</h3>
        </GroupHeader>
        <div className="px-6 py-4 max-md:px-4">
          {tokens.length === 0 && <p className="mb-3 text-ink-soft">No tokens, so no program uses it.</p>}
          <TokenList
            tokens={tokens}
            acts={acts}
            isLocked={isHigher}
            newDialog={
              is_active && !isHigher ? (props) => <NewAccountTokenDialog {...props} make={make} /> : null
            }
          />
        </div>
        <Calls id={id} />
      </Panel>
    </>
  );
}

/** What somebody must do something about. */
export function AccountMark({ account }: { account: ServiceAccount }) {
  if (!account.is_active) return <StatusBadge isActive={false} />;
  if (!account.owner_role) return <NoteBadge isBad>Refused without an owner role</NoteBadge>;
  return account.has_owner ? null : (
    <NoteBadge isBad={false}>Needs an owner: nobody active has the role</NoteBadge>
  );
}

function AccountActs({ account }: { account: ServiceAccount }) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const activate = useMutation({
    mutationFn: (_: undefined, { client }) => updateAccount(account, { is_active: true }, { client }),
    onSuccess: () => showToast({ text: `${account.name} is active` }),
    onError: (error) => showToast({ text: error.message }),
  });
  const onClose = () => setOpen(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {account.is_active ? (
        <Button variant="secondary" onClick={() => setOpen('deactivate')}>
          Deactivate
        </Button>
      ) : (
        <Button variant="secondary" loading={activate.isPending} onClick={() => activate.mutate(undefined)}>
          Activate
        </Button>
      )}
      {open === 'edit' && <EditAccountDialog account={account} onClose={onClose} />}
      {open === 'deactivate' && <DeactivateAccountDialog account={account} onClose={onClose} />}
    </>
  );
}

const columns: readonly PlainColumn<AccountCall>[] = [
  { head: 'Time', cell: ({ at }) => formatDate(at), headClasses: 'w-[24%]' },
  { head: 'Call', cell: ({ route }) => <code className="font-mono text-small wrap-anywhere">{route}</code> },
  { head: 'Status', cell: ({ status }) => status, headClasses: 'w-[12%]', isExtra: true },
  { head: 'IP address', cell: ({ ip }) => ip, headClasses: 'w-[20%]', isExtra: true },
];

function Calls({ id }: { id: string }) {
  const query = useQuery(callsQuery(id));
  return (
    <>
      <GroupHeader className="border-y">
        <h3 className="font-semibold">Last calls</h3>
      </GroupHeader>
      <QueryView
        query={query}
        loading="Loading calls..."
        empty={<p className="px-6 py-4 text-ink-soft max-md:px-4">No calls yet.</p>}
      >
        {(calls) => (
          <PlainTable
            caption="Last calls"
            columns={columns}
            rows={calls}
            keyOf={({ at }, index) => `${at} ${index}`}
          />
        )}
      </QueryView>
    </>
  );
}
