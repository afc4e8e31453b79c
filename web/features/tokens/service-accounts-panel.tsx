import { useQuery } from '@tanstack/react-query';
import type { ServiceAccount } from '../../../contract/service-accounts.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { formatDay, formatLastUse } from '../../lib/format/format-date.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { usePageDialog } from '../../lib/url/page-url.ts';
import { AccountDetail, AccountMark } from './account-detail.tsx';
import { accountsQuery } from './service-accounts.api.ts';
import { describePower } from './tokens-panel.tsx';

const NewAccountDialog = lazyDialog(() => import('./account-dialogs.tsx'), 'NewAccountDialog');

export function ServiceAccountsPanel() {
  const query = useQuery(accountsQuery);
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/settings');
  const opened = dialog === 'account' ? query.data?.find((account) => account.id === id) : undefined;
  const add = (
    <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => openDialog('add')}>
      New Service Account
    </Button>
  );
  if (opened) return <AccountDetail key={opened.id} account={opened} onBack={closeDialog} />;
  return (
    <Panel
      isFlush
      isTitleHidden
      title="Service accounts"
      description="Accounts of programs, which outlive the user who sets them up."
      actions={query.data && query.data.length > 0 && add}
    >
      <QueryView
        query={query}
        loading="Loading service accounts..."
        empty={
          <EmptyState
            title="No service accounts"
            text="A program that reads or changes data for the company gets an account here, which a role owns."
            action={add}
          />
        }
      >
        {(accounts) => (
          <ul aria-label="Service accounts">
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                onOpen={() => openDialog('account', account.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {query.data && (
        <p className="border-t border-line px-6 py-3.5 text-small text-ink-soft max-md:px-4">
          Register keys only send files, METRICS_TOKEN only reads /metrics, and the mail server has its own
          password: none of them acts for anybody.
        </p>
      )}
      {dialog === 'add' && (
        <NewAccountDialog onMade={(made) => openDialog('account', made.id)} onClose={closeDialog} />
      )}
    </Panel>
  );
}

function AccountRow({ account, onOpen }: { account: ServiceAccount; onOpen: () => void }) {
  const { name, purpose, owner_role } = account;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-6 py-3 last:border-b-0 max-md:px-4">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <AccountMark account={account} />
        </p>
        {purpose && <p className="wrap-anywhere">{purpose}</p>}
        <p className="wrap-anywhere text-ink-soft">{describePower(account, 'all locations')}</p>
        <p className="text-small wrap-anywhere text-ink-soft">
          {[owner_role && `Owned by ${owner_role.name}`, ...describeTokens(account)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button variant="secondary" onClick={onOpen} aria-label={`Open ${name}`}>
        Open
      </Button>
    </li>
  );
}

function describeTokens({ tokens }: ServiceAccount): string[] {
  const working = tokens.filter(({ expires_at }) => Date.parse(expires_at) > Date.now());
  const [next] = working.map(({ expires_at }) => expires_at).sort();
  const uses = tokens.flatMap(({ last_used_at }) => last_used_at ?? []).sort();
  return [
    working.length === 0 ? 'No working token' : countOf(working.length, 'token'),
    ...(next ? [`${working.length === 1 ? 'Expires' : 'Next expires'} ${formatDay(next)}`] : []),
    formatLastUse(uses.at(-1) ?? null),
  ];
}
