import type { Deactivation } from '../../../../contract/user-access.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { anotherAdministrator } from '../../../lib/format/describe-grant.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { useUserActs } from '../../../parts/acts/user-acts.ts';
import { useDoUserAct } from '../account/use-do-user-act.ts';

/** Shows permanently what the toast said. */
export function InactiveBanner({ user, deactivation }: { user: UserRow; deactivation: Deactivation | null }) {
  const { may } = useUserActs();
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const { act, changingId } = useDoUserAct(openDialog);
  const allowed = may(user).get('activate');
  return (
    <section
      aria-label="Inactive"
      className="mb-4 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-off bg-surface px-5 py-2.5 max-md:px-4"
    >
      <p className="min-w-0 flex-1 basis-60">{describe(deactivation)}</p>
      {allowed && (
        <Button
          variant="secondary"
          disabled={allowed.whyNot !== undefined}
          data-tooltip={allowed.whyNot}
          loading={changingId !== undefined}
          onClick={() => act('activate', user)}
        >
          Activate
        </Button>
      )}
    </section>
  );
}

function describe(deactivation: Deactivation | null) {
  const grantsStay = 'Roles and locations are kept.';
  if (!deactivation) return `Inactive. ${grantsStay}`;
  const { at, by, ended } = deactivation;
  const since = `Inactive since ${formatDate(at)}, by ${by ?? anotherAdministrator}.`;
  return [since, ended && ended.length > 0 && `${joined(ended)} ended.`, grantsStay]
    .filter(Boolean)
    .join(' ');
}

function joined(parts: readonly string[]) {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
