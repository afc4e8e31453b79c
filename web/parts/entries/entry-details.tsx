import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../../contract/audit.ts';
import type { FieldChange } from '../../../contract/fields/field-change.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';

export function EntryDetails({ entry, onUser }: { entry: AuditEntry; onUser: (id: string) => void }) {
  const { actor, subject, changes, via, run_id, token, ip } = entry;
  const users = [actor, ...(subject.type === 'user' && subject.id !== actor.id ? [subject] : [])];
  return (
    <div className="pt-1.5 pr-6 pb-4 pl-17 max-md:px-4 @2xl:pl-11">
      <dl className="grid gap-x-6 gap-y-1.5 rounded-control bg-surface-raised px-4 py-3 md:grid-cols-[10rem_minmax(0,1fr)]">
        {changes.map((change) => (
          <div key={change.field} className="contents">
            <dt className="text-small text-ink-soft max-md:mt-1">{change.field}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <Change {...change} />
            </dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-small text-ink-soft max-md:mt-1">By</dt>
          <dd className="min-w-0 wrap-anywhere">
            {actor.name}, {token ? `with the token ${token.name}` : (places[via] ?? 'on the command line')}
            {ip && `, from ${ip}`}
            <Browser {...entry} />
          </dd>
        </div>
      </dl>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {run_id && (
          <Link
            to="/runs/$runId"
            params={{ runId: run_id }}
            className={`${buttonClasses('link')} text-small`}
          >
            Open run
          </Link>
        )}
        {token && (
          <Link to="/audit" search={{ token: token.id }} className={`${buttonClasses('link')} text-small`}>
            Everything with the token {token.name}
          </Link>
        )}
        {users.map(
          ({ id, name }) =>
            id && (
              <Button key={id} variant="link" onClick={() => onUser(id)} className="text-small">
                Everything about {name}
              </Button>
            ),
        )}
      </div>
    </div>
  );
}

const places: Partial<Record<string, string>> = {
  screen: 'on the screen',
  import: 'in an import',
  bulk: 'in a bulk change',
  undo: 'in the undo of a run',
};

function Browser({ device, user_agent }: Pick<AuditEntry, 'device' | 'user_agent'>) {
  if (!device) return null;
  return (
    <details className="text-small text-ink-soft">
      <summary className="cursor-pointer py-0.5 max-md:py-3">{device}</summary>
      <p>{user_agent}</p>
    </details>
  );
}

function Change({ before, after }: FieldChange) {
  if (before === null) return after;
  if (after === null) return before;
  return (
    <>
      <span className="text-ink-soft">{before}</span>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
      {after}
    </>
  );
}
