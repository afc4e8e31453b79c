import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { allPermissions } from '../../../contract/access/permissions.ts';
import type { AccountToken, Power } from '../../../contract/tokens.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { describePermissions } from '../../lib/account/describe-permissions.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatDay, formatLastUse } from '../../lib/format/format-date.ts';
import type { MadeToken, TokenActs } from './token-dialogs.tsx';
import { endToken, renewToken, tokensQuery } from './tokens.api.ts';

const NewTokenDialog = lazyDialog(() => import('./new-token-dialog.tsx'), 'NewTokenDialog');
const RenewTokenDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'RenewTokenDialog');
const EndTokenDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'EndTokenDialog');
const SecretDialog = lazyDialog(() => import('./token-dialogs.tsx'), 'SecretDialog');

const ownActs = { renew: renewToken, end: endToken };

export function TokensPanel() {
  const query = useQuery(tokensQuery);
  const seesAll = useAccess().hasPermission('locations.all');
  return (
    <Panel
      isSection
      id="tokens"
      title="API tokens"
      description={
        <>
          A program with a token does what you let it do, in your name, without your password.{' '}
          <Link
            to="/settings/api"
            className="inline-flex items-center text-petrol underline underline-offset-3 max-md:min-h-11"
          >
            What it can call
          </Link>
        </>
      }
    >
      <QueryView query={query} loading="Loading tokens..." className="py-6">
        {(tokens) => (
          <TokenList
            tokens={tokens}
            acts={ownActs}
            wordsOf={(token) => describePower(token, seesAll ? 'all locations' : 'your locations')}
            newDialog={(props) => <NewTokenDialog {...props} />}
          />
        )}
      </QueryView>
    </Panel>
  );
}

type Open<Token> = 'new' | { renew: Token } | { end: Token } | { made: MadeToken };

interface TokenListProps<Token> {
  tokens: readonly Token[];
  acts: TokenActs;
  /** What it may do, where tokens differ in it. */
  wordsOf?: (token: Token) => string;
  /** May not be changed. */
  isLocked?: boolean;
  /** Null where no new one can be made. */
  newDialog: ((props: { onMade: (made: MadeToken) => void; onClose: () => void }) => ReactNode) | null;
}

export function TokenList<Token extends AccountToken>({
  tokens,
  acts,
  wordsOf,
  isLocked = false,
  newDialog,
}: TokenListProps<Token>) {
  const [open, setOpen] = useState<Open<Token> | null>(null);
  const onClose = () => setOpen(null);
  const onMade = (made: MadeToken) => setOpen({ made });
  const of = typeof open === 'object' ? open : null;
  return (
    <>
      {tokens.length > 0 && (
        <ul aria-label="API tokens" className="mb-4">
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              words={wordsOf?.(token)}
              onRenew={newDialog && (() => setOpen({ renew: token }))}
              onEnd={isLocked ? null : () => setOpen({ end: token })}
            />
          ))}
        </ul>
      )}
      {newDialog && (
        <Button
          variant="secondary"
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpen('new')}
        >
          New token
        </Button>
      )}
      {open === 'new' && newDialog?.({ onMade, onClose })}
      {of && 'renew' in of && (
        <RenewTokenDialog token={of.renew} acts={acts} onMade={onMade} onClose={onClose} />
      )}
      {of && 'end' in of && <EndTokenDialog token={of.end} acts={acts} onClose={onClose} />}
      {of && 'made' in of && <SecretDialog made={of.made} onClose={onClose} />}
    </>
  );
}

interface TokenRowProps {
  token: AccountToken;
  words: string | undefined;
  onRenew: (() => void) | null;
  onEnd: (() => void) | null;
}

function TokenRow({ token, words, onRenew, onEnd }: TokenRowProps) {
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
        {words && <p className="break-words">{words}</p>}
        <p className="text-small break-words text-ink-soft">
          {isOver ? 'Expired' : 'Expires'} {formatDay(token.expires_at)} · {formatLastUse(last_used_at)}
          {last_used_at && last_used_ip && ` from ${last_used_ip}`}
          {allowed_networks.length > 0 && ` · Only from ${allowed_networks.join(', ')}`}
        </p>
        {onEnd && !isOver && isUnused(token) && (
          <p className="text-small">
            Unused for {unusedDays} days:{' '}
            <Button variant="link" onClick={onEnd}>
              End it?
            </Button>
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {onRenew && !is_renewed && !isOver && (
          <Button variant="secondary" onClick={onRenew} aria-label={`Renew ${name}`}>
            Renew
          </Button>
        )}
        {onEnd && (
          <Button variant="secondary" onClick={onEnd} aria-label={`End ${name}`}>
            {isOver ? 'Remove' : 'End'}
          </Button>
        )}
      </div>
    </li>
  );
}

const soonDays = 14;
const unusedDays = 60;

function isUnused({ last_used_at, created_at }: AccountToken): boolean {
  return Date.now() - Date.parse(last_used_at ?? created_at) >= unusedDays * 86_400_000;
}

/** What its holder must do something about. */
function EndBadge({ token: { expires_at, is_renewed } }: { token: AccountToken }) {
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
  return <NoteBadge isBad={days <= 0}>{words}</NoteBadge>;
}

export function NoteBadge({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        'rounded-badge px-1.5 text-badge font-semibold',
        isBad ? 'bg-bad-soft text-bad' : 'bg-amber-soft text-amber-ink',
      )}
    >
      {children}
    </span>
  );
}

/** 'Can see Mill Road and their users.' */
export function describePower({ permissions, scope, locations, districts }: Power, all: string): string {
  const chosen = allPermissions.filter((name) => permissions.includes(name));
  if (scope === 'all') return describePermissions(chosen, all);
  const [first, ...others] = scope === 'districts' ? districts : locations;
  if (!first) return 'Can see nothing: what it was made for is gone.';
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return describePermissions(chosen, `${scope === 'districts' ? 'the district ' : ''}${first.name}${more}`);
}
