import { Link } from '@tanstack/react-router';
import type { Location } from '../../../contract/locations.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { PhoneLink } from '../../components/display/contact-links.tsx';
import { TownLine } from '../../components/display/town-line.tsx';
import { IconChevronRight, IconPencil, IconTrash } from '../../components/icons/icons.ts';
import type { Column } from '../../components/table/data-table-props.ts';
import { formatCalendarDay, formatDate } from '../../lib/format/format-date.ts';
import type { ListState } from '../../lib/list/list-origin.ts';

export interface LocationActions {
  mayEdit: boolean;
  mayDelete: boolean;
  onEdit: (location: Location) => void;
  onDelete: (location: Location) => void;
  listState: ListState;
}

/** The columns that may be hidden. */
export const hideableColumns = [
  { id: 'number', label: 'Number' },
  { id: 'address', label: 'Address' },
  { id: 'contact', label: 'Contact' },
  { id: 'created_at', label: 'Created' },
];

export function locationColumns(actions: LocationActions): Column<Location>[] {
  return [
    {
      id: 'location',
      header: 'Location',
      width: 'max(236px, 30cqw - 85px)',
      sort: 'name',
      cell: (location) => (
        <div className="min-w-0 group-data-compact/rows:flex group-data-compact/rows:items-baseline group-data-compact/rows:gap-2">
          <NameLink location={location} listState={actions.listState} />
          <ClosedMark location={location} />
        </div>
      ),
    },
    {
      id: 'number',
      header: 'Number',
      width: '96px',
      sort: 'number',
      cell: ({ number }) => number && <ClippedText>{number}</ClippedText>,
    },
    {
      id: 'address',
      header: 'Address',
      sort: 'city',
      cell: (location) => (
        <div className="min-w-0 group-data-compact/rows:flex group-data-compact/rows:items-baseline group-data-compact/rows:gap-2">
          <ClippedText>{location.address}</ClippedText>
          <TownLine
            city={location.city}
            state={location.state}
            zip={location.zip}
            className="text-small text-ink-soft"
          />
        </div>
      ),
    },
    {
      id: 'contact',
      header: 'Contact',
      width: '148px',
      className: 'not-print:@max-[762px]:hidden',
      cell: ({ phone }) => <Phone phone={phone} />,
    },
    {
      id: 'created_at',
      header: 'Created',
      width: '176px',
      className: '@max-[942px]:hidden',
      sort: 'created_at',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="text-small whitespace-nowrap text-ink-soft">
          {formatDate(created_at)}
        </time>
      ),
    },
    ...(actions.mayEdit || actions.mayDelete
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: '100px',
            cell: (location: Location) => <RowButtons location={location} {...actions} />,
          },
        ]
      : []),
  ];
}

/** The same row on a phone: three lines, with larger buttons. */
export function StackedLocation({ location, ...actions }: LocationActions & { location: Location }) {
  return (
    <div className="flex h-full items-center gap-1">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <NameLink location={location} listState={actions.listState} />
          {location.number && <span className="text-small text-ink-soft">{location.number}</span>}
        </div>
        <ClosedMark location={location} />
        <ClippedText className="mt-0.5 text-small">{location.address}</ClippedText>
        <TownLine
          city={location.city}
          state={location.state}
          zip={location.zip}
          className="text-small text-ink-soft"
        />
        <span className="block text-small">
          <Phone phone={location.phone} />
        </span>
      </div>
      <IconChevronRight size={16} className="text-ink-faint" aria-hidden="true" />
      <div className="relative -mr-2 flex *:size-11">
        <RowButtons location={location} {...actions} />
      </div>
    </div>
  );
}

interface NameLinkProps {
  location: Location;
  listState: ListState;
}

/** A link to the page of the location that covers the whole row. */
function NameLink({ location: { id, name }, listState }: NameLinkProps) {
  return (
    <Link
      to="/locations/$id"
      params={{ id }}
      state={listState}
      data-row-main
      className="block min-w-0 rounded-badge after:absolute after:inset-0 lg:focus-visible:after:shadow-[inset_3px_0_var(--amber-mark)]"
    >
      <ClippedText className="font-semibold">{name}</ClippedText>
    </Link>
  );
}

/** A ring and a word, never color alone. Nothing for an open location. */
function ClosedMark({ location: { closed_on } }: { location: Location }) {
  if (!closed_on) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-small whitespace-nowrap text-off">
      <span className="size-2 rounded-full border-2 border-current" />
      Closed {formatCalendarDay(closed_on)}
    </span>
  );
}

function Phone({ phone }: { phone: string | null }) {
  return phone ? <PhoneLink phone={phone} /> : <span className="text-ink-faint">No phone</span>;
}

function RowButtons({
  location,
  mayEdit,
  mayDelete,
  onEdit,
  onDelete,
}: LocationActions & { location: Location }) {
  return (
    <>
      {mayEdit && (
        <IconButton
          label={`Edit ${location.name}`}
          tooltip="Edit"
          hotkey="E"
          icon={<IconPencil size={18} aria-hidden="true" />}
          onClick={() => onEdit(location)}
        />
      )}
      {mayDelete && (
        <IconButton
          label={`Delete ${location.name}`}
          tooltip="Delete"
          icon={<IconTrash size={18} aria-hidden="true" />}
          tone="danger"
          onClick={() => onDelete(location)}
        />
      )}
    </>
  );
}
