import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { registersQuery } from '../registers.api.ts';
import { LastFile } from './register-row.tsx';

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
