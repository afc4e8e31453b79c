import { Link } from '@tanstack/react-router';
import type { Location } from '../../../contract/locations.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { PhoneLink } from '../../components/display/contact-links.tsx';
import { IconChevronRight, IconPencil, IconTrash } from '../../components/icons/icons.ts';
import type { Column } from '../../components/table/data-table-props.ts';
import { formatCalendarDay, formatDate } from '../../lib/format/format-date.ts';

export interface LocationActions {
  mayEdit: boolean;
  mayDelete: boolean;
  onEdit: (location: Location) => void;
  onDelete: (location: Location) => void;
}

export function locationColumns(actions: LocationActions): Column<Location>[] {
  return [
    {
      header: 'Location',
      width: '24%',
      cell: (location) => (
        <div className="min-w-0">
          <NameLink location={location} />
          <NumberAndState location={location} />
        </div>
      ),
    },
    {
      header: 'Address',
      cell: (location) => (
        <div className="min-w-0">
          <ClippedText>{location.address}</ClippedText>
          <ClippedText className="text-small text-ink-soft">{townOf(location)}</ClippedText>
        </div>
      ),
    },
    {
      header: 'Contact',
      width: '16%',
      cell: ({ phone }) => <Phone phone={phone} />,
    },
    {
      header: 'Created',
      width: '190px',
      cell: ({ created_at }) => (
        <time dateTime={created_at} className="text-small whitespace-nowrap text-ink-soft">
          {formatDate(created_at)}
        </time>
      ),
    },
    {
      header: 'Actions',
      width: '100px',
      cell: (location) => <RowButtons location={location} {...actions} />,
    },
  ];
}

/** The same row on a phone: three lines, the buttons at thumb size. */
export function StackedLocation({ location, ...actions }: LocationActions & { location: Location }) {
  return (
    <div className="flex h-full items-center gap-1">
      <div className="min-w-0 flex-1">
        <NameLink location={location} />
        <NumberAndState location={location} />
        <ClippedText className="mt-0.5 text-small">{location.address}</ClippedText>
        <ClippedText className="text-small text-ink-soft">{townOf(location)}</ClippedText>
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

/** Leads to the page of the location; the whole row is its target. */
function NameLink({ location: { id, name } }: { location: Location }) {
  return (
    <Link
      to="/locations/$id"
      params={{ id }}
      state={{ isFromList: true }}
      data-row-main
      className="block min-w-0 rounded-badge after:absolute after:inset-0"
    >
      <ClippedText className="font-semibold">{name}</ClippedText>
    </Link>
  );
}

function NumberAndState({ location: { number, closed_on } }: { location: Location }) {
  if (!number && !closed_on) return null;
  return (
    <div className="flex items-baseline gap-2 text-small text-ink-soft">
      {number && <ClippedText>{number}</ClippedText>}
      {closed_on && <span className="whitespace-nowrap text-off">Closed {formatCalendarDay(closed_on)}</span>}
    </div>
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
      <IconButton
        label={`Edit ${location.name}`}
        icon={<IconPencil size={18} aria-hidden="true" />}
        data-row-edit
        onClick={() => onEdit(location)}
        disabled={!mayEdit}
        title={mayEdit ? 'Edit' : 'Your roles do not allow you to edit locations'}
      />
      <IconButton
        label={`Delete ${location.name}`}
        icon={<IconTrash size={18} aria-hidden="true" />}
        tone="danger"
        onClick={() => onDelete(location)}
        disabled={!mayDelete}
        title={mayDelete ? 'Delete' : 'Your roles do not allow you to delete locations'}
      />
    </>
  );
}

/** 'Albany, NY 12207' */
function townOf({ city, state, zip }: Location) {
  return `${city}, ${state} ${zip}`;
}
