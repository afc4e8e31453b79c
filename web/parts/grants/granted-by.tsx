import type { Granted, UserAccess } from '../../../contract/user-access.ts';
import { describeGrantor, describeThrough } from '../../lib/format/describe-grant.ts';
import { formatDate, formatDay } from '../../lib/format/format-date.ts';

export function GrantedBy({ granted: { at, by }, text }: { granted: Granted; text?: string }) {
  return (
    <span className="text-small text-ink-soft">
      <bdi>{text ?? describeGrantor(by)}</bdi> ·{' '}
      <time dateTime={at} data-tooltip={formatDate(at)} className="relative whitespace-nowrap">
        {formatDay(at)}
      </time>
    </span>
  );
}

/** Why a user sees a location: one reason or both. */
export function LocationReasons({
  assigned,
  through,
}: Pick<UserAccess['locations'][number], 'assigned' | 'through'>) {
  return (
    <span className="flex flex-col md:items-end">
      {assigned && <GrantedBy granted={assigned} />}
      {through && <GrantedBy granted={through} text={describeThrough(through)} />}
    </span>
  );
}
