import type { UserAccess } from '../../../../../contract/user-access.ts';
import { ClippedText } from '../../../../components/display/clipped-text.tsx';
import { formatDay, formatLastUse } from '../../../../lib/format/format-date.ts';
import { GrantGroup, GrantRow } from '../../../../parts/grants/grant-group.tsx';

/** Absent without any. They end with a deactivation, and their owner ends one. */
export function TokensGroup({
  tokens,
  readAt,
}: {
  tokens: UserAccess['tokens'] | undefined;
  readAt: number;
}) {
  if (!tokens || tokens.length === 0) return null;
  return (
    <GrantGroup
      title="API tokens"
      rows={tokens}
      readAt={readAt}
      expected={tokens.length}
      none="No API tokens"
      action={null}
    >
      {({ id, name, hint, expires_at, last_used_at }, left) => (
        <GrantRow
          id={id}
          name={name}
          left={left}
          why={
            <span className="text-small text-ink-soft">
              {Date.parse(expires_at) <= Date.now() ? 'Expired' : 'Expires'} {formatDay(expires_at)} ·{' '}
              {formatLastUse(last_used_at)}
            </span>
          }
        >
          <span className="flex min-w-0 items-baseline gap-2">
            <ClippedText className="font-medium">{name}</ClippedText>
            <span className="font-mono text-small text-ink-soft">…{hint}</span>
          </span>
        </GrantRow>
      )}
    </GrantGroup>
  );
}
