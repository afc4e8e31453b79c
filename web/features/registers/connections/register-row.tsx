import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Register } from '../../../../contract/registers.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { Lamp } from '../../../components/display/lamp.tsx';
import { IconDots } from '../../../components/icons/icons.ts';
import type { PlainColumn } from '../../../components/table/plain-table.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { registersQuery } from '../registers.api.ts';

/** The acts of a row, as a button each would be a long way for the keyboard. */
export const registerMenu = createPopup<Register>('menu');

export const registerColumns = (
  namesOf: (ids: readonly string[]) => string,
): readonly PlainColumn<Register>[] => [
  {
    head: 'Connection',
    cell: ({ name, key_hint, revoked_at }) => (
      <span
        className={`block truncate font-semibold phone:whitespace-normal ${revoked_at ? 'text-ink-soft' : ''}`}
      >
        {name} <span className="text-small font-normal text-ink-soft phone:block">Key {key_hint}…</span>
      </span>
    ),
    headClasses: 'w-[32%]',
  },
  {
    head: 'Locations',
    cell: ({ location_ids }) => namesOf(location_ids),
    ...{ isExtra: true, isPlain: true, headClasses: 'pl-2', cellClasses: 'truncate pl-2 text-ink-soft' },
  },
  {
    head: 'Register',
    cell: ({ make, version }) => make && [make, version].filter(Boolean).join(' '),
    ...{ isExtra: true, isPlain: true, headClasses: 'w-40 pl-2', cellClasses: 'truncate pl-2 text-ink-soft' },
  },
  {
    head: 'Last file',
    cell: (register) => <LastFile register={register} />,
    ...{ isExtra: true, isPlain: true, headClasses: 'w-56 pl-2', cellClasses: 'pl-2' },
  },
  {
    head: 'Actions',
    cell: (register) => (
      <IconButton
        label={`Actions for ${register.name}`}
        tooltip="Actions"
        icon={<IconDots size={20} aria-hidden="true" />}
        {...registerMenu.buttonProps(register)}
      />
    ),
    ...{ isNumber: true, headClasses: 'w-24', cellClasses: 'phone:-my-2 phone:-mr-3 phone:self-start' },
  },
];

/** What is known of the files of a connection. A lamp burns while they come. */
function LastFile({ register, label = '' }: { register: Register; label?: string }) {
  const { last_file_at, revoked_at, is_lost, is_silent } = register;
  const time = revoked_at ?? last_file_at;
  const words = revoked_at
    ? `${is_lost ? 'Revoked as lost or stolen' : 'Key revoked'} ${formatAgo(revoked_at)}`
    : last_file_at
      ? `${label}${formatAgo(last_file_at)}${is_silent ? ', silent' : ''}`
      : 'No file yet';
  const isOn = revoked_at === null && last_file_at !== null && !is_silent;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-2 text-small',
        is_silent ? 'text-amber-ink' : 'text-ink-soft',
      )}
      data-tooltip={time ? formatDate(time) : undefined}
    >
      <Lamp isOn={isOn} />
      {words}
    </span>
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
            <LastFile register={register} label="Last file " />
          </li>
        ))}
      </ul>
    </RailCard>
  );
}
