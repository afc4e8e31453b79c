import type { Granted } from '../../../contract/user-access.ts';
import { describeGrantor } from '../../lib/format/describe-grant.ts';
import { formatDate, formatDay } from '../../lib/format/format-date.ts';

export function GrantedBy({ granted: { at, by } }: { granted: Granted }) {
  return (
    <span className="text-small text-ink-soft">
      <bdi>{describeGrantor(by)}</bdi> ·{' '}
      <time dateTime={at} data-tooltip={formatDate(at)} className="relative whitespace-nowrap">
        {formatDay(at)}
      </time>
    </span>
  );
}
