import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Register } from '../../../../contract/registers.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { useLocationNames } from '../location-names.ts';
import { registersQuery } from '../registers.api.ts';

export interface RegisterRowProps {
  register: Register;
  onOpen: (dialog: 'edit' | 'departments' | 'key' | 'withdraw' | 'revoke') => void;
}

export function RegisterRow({ register, onOpen }: RegisterRowProps) {
  const { name, location_ids, make, version, key_hint, revoked_at, is_lost, is_manageable } = register;
  const namesOf = useLocationNames([location_ids]);
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-b border-line px-6 py-2.5 last:border-b-0 max-md:px-4 md:grid-cols-[minmax(0,1fr)_13rem_21rem]">
      <div className="min-w-0">
        <p className={`truncate font-semibold ${revoked_at ? 'text-ink-soft' : ''}`}>{name}</p>
        <p className="wrap-anywhere text-small text-ink-soft md:truncate">
          {[namesOf(location_ids), make && [make, version].filter(Boolean).join(' '), `Key ${key_hint}…`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <LastFile register={register} />
      <div className="flex flex-wrap gap-x-4 md:justify-end">
        <Button variant="link" aria-label={`Departments of ${name}`} onClick={() => onOpen('departments')}>
          Departments
        </Button>
        {is_manageable && revoked_at === null && (
          <Button variant="link" aria-label={`Edit ${name}`} onClick={() => onOpen('edit')}>
            Edit
          </Button>
        )}
        {is_manageable && (
          <Button variant="link" aria-label={`New key of ${name}`} onClick={() => onOpen('key')}>
            New key
          </Button>
        )}
        {is_manageable && (
          <Button variant="link" aria-label={`Withdraw files of ${name}`} onClick={() => onOpen('withdraw')}>
            Withdraw files…
          </Button>
        )}
        {is_manageable && !is_lost && (
          <Button
            variant="link"
            aria-label={revoked_at ? `Mark key of ${name} as lost` : `Revoke key of ${name}`}
            className="text-bad"
            onClick={() => onOpen('revoke')}
          >
            {revoked_at ? 'Mark as lost' : 'Revoke key'}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What is known of the files of a connection. */
function LastFile({ register }: { register: Register }) {
  const { last_file_at, revoked_at, is_lost, is_silent } = register;
  if (revoked_at) {
    return (
      <p className="text-small text-ink-soft" data-tooltip={formatDate(revoked_at)}>
        {is_lost ? 'Revoked as lost or stolen' : 'Key revoked'} {formatAgo(revoked_at)}
      </p>
    );
  }
  if (!last_file_at) return <p className="text-small text-ink-soft">No file yet</p>;
  return (
    <p className={`text-small ${is_silent ? 'text-amber-ink' : 'text-ink-soft'}`}>
      <time dateTime={last_file_at} data-tooltip={formatDate(last_file_at)}>
        Last file {formatAgo(last_file_at)}
      </time>
      {is_silent && <span className="block">Silent for more than 24 hours</span>}
    </p>
  );
}

/** Nothing for a location without a connection. */
export function LocationRegistersCard({ location }: { location: string }) {
  const { data } = useQuery(registersQuery(location));
  if (!data || data.length === 0) return null;
  return (
    <RailCard
      title="Registers"
      action={
        <Link to="/locations/$id/sales" params={{ id: location }} className={buttonClasses('link')}>
          Sales
        </Link>
      }
    >
      <ul className="flex flex-col gap-2">
        {data.map((register) => (
          <li key={register.id}>
            <p className="truncate font-medium">{register.name}</p>
            {register.make && (
              <p className="truncate text-small text-ink-soft">
                {[register.make, register.version].filter(Boolean).join(' ')}
              </p>
            )}
            <LastFile register={register} />
          </li>
        ))}
      </ul>
    </RailCard>
  );
}
