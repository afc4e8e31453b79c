import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { allPermissions } from '../../../contract/access/permissions.ts';
import type { ApiToken } from '../../../contract/tokens.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { describePermissions } from '../../lib/account/describe-permissions.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatAgo, formatDay } from '../../lib/format/format-date.ts';
import type { MadeToken } from './token-dialogs.tsx';
import { tokensQuery } from './tokens.api.ts';

const NewTokenDialog = lazyDialog(() => import('./new-token-dialog.tsx'), 'NewTokenDialog');
const RenewTokenDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'RenewTokenDialog');
const EndTokenDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'EndTokenDialog');
const SecretDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'SecretDialog');

type Open = 'new' | { renew: ApiToken } | { end: ApiToken } | { made: MadeToken };

export function TokensPanel() {
  const query = useQuery(tokensQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const onClose = () => setOpen(null);
  const onMade = (made: MadeToken) => setOpen({ made });
  const of = typeof open === 'object' ? open : null;
  return (
    <Panel
      isSection
      id="tokens"
      title="API tokens"
      description={
        <>
          A program with a token does what you let it do, in your name, without your password.{' '}
          <Link to="/settings/api" className="text-petrol underline underline-offset-3">
            What it can call
          </Link>
        </>
      }
    >
      <QueryView query={query} loading="Loading tokens..." className="py-6">
        {(tokens) => (
          <>
            {tokens.length > 0 && (
              <ul aria-label="API tokens" className="mb-4">
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    onRenew={() => setOpen({ renew: token })}
                    onEnd={() => setOpen({ end: token })}
                  />
                ))}
              </ul>
            )}
            <Button
              variant="secondary"
              icon={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => setOpen('new')}
            >
              New token
            </Button>
          </>
        )}
      </QueryView>
      {open === 'new' && <NewTokenDialog onMade={onMade} onClose={onClose} />}
      {of && 'renew' in of && <RenewTokenDialog token={of.renew} onMade={onMade} onClose={onClose} />}
      {of && 'end' in of && <EndTokenDialog token={of.end} onClose={onClose} />}
      {of && 'made' in of && <SecretDialog made={of.made} onClose={onClose} />}
    </Panel>
  );
}

interface TokenRowProps {
  token: ApiToken;
  onRenew: () => void;
  onEnd: () => void;
}

function TokenRow({ token, onRenew, onEnd }: TokenRowProps) {
  const { name, hint, last_used_at, last_used_ip, allowed_networks, is_renewed } = token;
  const isOver = Date.parse(token.expires_at) <= Date.now();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line py-3 first:pt-0 not-last:border-b">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium break-words">{name}</span>
          <span className="font-mono text-small text-ink-soft">…{hint}</span>
          <EndBadge token={token} />
        </p>
        <p className="break-words">{useWords(token)}</p>
        <p className="text-small break-words text-ink-soft">
          {isOver ? 'Expired' : 'Expires'} {formatDay(token.expires_at)} ·{' '}
          {last_used_at
            ? `Last used ${formatAgo(last_used_at)}${last_used_ip ? ` from ${last_used_ip}` : ''}`
            : 'Never used'}
          {allowed_networks.length > 0 && ` · Only from ${allowed_networks.join(', ')}`}
        </p>
      </div>
      <div className="flex gap-2">
        {!is_renewed && !isOver && (
          <Button variant="secondary" onClick={onRenew} aria-label={`Renew ${name}`}>
            Renew
          </Button>
        )}
        <Button variant="secondary" onClick={onEnd} aria-label={`End ${name}`}>
          {isOver ? 'Remove' : 'End'}
        </Button>
      </div>
    </li>
  );
}

const soonDays = 14;

/** What its holder must do something about. */
function EndBadge({ token: { expires_at, is_renewed } }: { token: ApiToken }) {
  const days = Math.ceil((Date.parse(expires_at) - Date.now()) / 86_400_000);
  if (days > soonDays && !is_renewed) return null;
  const words =
    days <= 0
      ? 'Expired'
      : is_renewed
        ? 'Renewed'
        : days === 1
          ? 'Expires within a day'
          : `Expires in ${days} days`;
  return (
    <span
      className={classes(
        'rounded-badge px-1.5 text-badge font-semibold',
        days <= 0 ? 'bg-bad-soft text-bad' : 'bg-amber-soft text-amber-ink',
      )}
    >
      {words}
    </span>
  );
}

/** 'Can see Mill Road and their users.' */
function useWords({ permissions, scope, locations, districts }: ApiToken): string {
  const seesAll = useAccess().hasPermission('locations.all');
  const chosen = allPermissions.filter((name) => permissions.includes(name));
  if (scope === 'all') return describePermissions(chosen, seesAll ? 'all locations' : 'your locations');
  const [first, ...others] = scope === 'districts' ? districts : locations;
  if (!first) return 'Can see nothing: what it was made for is gone.';
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return describePermissions(chosen, `${scope === 'districts' ? 'the district ' : ''}${first.name}${more}`);
}
