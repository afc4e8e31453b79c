import { Link } from '@tanstack/react-router';
import type { Location } from '../../../contract/locations.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { PhoneLink, TownLine } from '../../components/display/contact-links.tsx';
import { IconDots, IconPencil, IconTrash } from '../../components/icons/icons.ts';
import { CreatedTime } from '../../components/table/created-time.tsx';
import type { Column } from '../../components/table/data-table-props.ts';
import { createPopup } from '../../lib/browser/popup.ts';
import { formatCalendarDay, formatDate } from '../../lib/format/format-date.ts';
import type { ListState } from '../../lib/list/list-origin.ts';

export interface LocationActions {
  mayEdit: boolean;
  mayDelete: boolean;
  onEdit: (location: Location) => void;
  onDelete: (location: Location) => void;
  listState: ListState;
  isCompact: boolean;
}

export const locationMenu = createPopup<Location>('menu');

export const hideableColumns = [
  { id: 'number', label: 'Number' },
  { id: 'address', label: 'Address' },
  { id: 'contact', label: 'Contact' },
  { id: 'created_at', label: 'Created' },
];

export function locationColumns(actions: LocationActions, hasBoxes: boolean): Column<Location>[] {
  return [
    {
      id: 'location',
      header: 'Location',
      width: 'max(236px, 30cqw - 85px)',
      className: hasBoxes ? 'pl-1' : '',
      sort: 'name',
      cell: (location) => (
        <div className="min-w-0 group-data-compact/rows:flex group-data-compact/rows:items-baseline group-data-compact/rows:gap-2">
          <NameLink location={location} listState={actions.listState} />
          <p className="flex items-baseline gap-2 text-small whitespace-nowrap">
            {/* The columns that a narrow list has no space for. */}
            <span className="hidden gap-2 group-data-compact/rows:hidden @max-[762px]:flex">
              <NumberAndPhone location={location} />
            </span>
            <ClosedMark location={location} />
          </p>
        </div>
      ),
      print: {
        share: 24,
        lines: ({ name, closed_on }) => [name, closed_on ? `Closed ${formatCalendarDay(closed_on)}` : ''],
      },
    },
    {
      id: 'number',
      header: 'Number',
      width: '96px',
      className: '@max-[762px]:hidden',
      sort: 'number',
      cell: ({ number }) => number && <ClippedText>{number}</ClippedText>,
      print: { share: 10, lines: ({ number }) => [number ?? ''] },
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
      print: {
        share: 32,
        lines: ({ address, city, state, zip }) => [address, `${city}, ${state} ${zip}`],
      },
    },
    {
      id: 'contact',
      header: 'Contact',
      width: '148px',
      className: '@max-[762px]:hidden',
      cell: ({ phone }) => <Phone phone={phone} />,
      print: { share: 18, lines: ({ phone }) => [phone ?? 'No phone'] },
    },
    {
      id: 'created_at',
      header: 'Created',
      width: actions.isCompact ? '164px' : '108px',
      className: '@max-[942px]:hidden',
      sort: 'created_at',
      cell: ({ created_at }) => <CreatedTime at={created_at} />,
      print: { share: 16, lines: ({ created_at }) => [formatDate(created_at)] },
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

export const stackedLocationHeight = 88;

export function StackedLocation({ location, ...actions }: LocationActions & { location: Location }) {
  return (
    <div className="flex h-full items-center gap-1">
      <div className="min-w-0 flex-1">
        <NameLink location={location} listState={actions.listState} />
        <TownLine {...location} className="text-small text-ink-soft" />
        <p className="flex items-baseline gap-2 text-small whitespace-nowrap">
          <NumberAndPhone location={location} />
          <ClosedMark location={location} />
        </p>
      </div>
      {(actions.mayEdit || actions.mayDelete) && (
        <IconButton
          label={`Actions for ${location.name}`}
          tooltip="Actions"
          icon={<IconDots size={20} aria-hidden="true" />}
          className="relative -mr-3 size-11"
          {...locationMenu.buttonProps(location)}
        />
      )}
    </div>
  );
}

function NumberAndPhone({ location: { number, phone } }: { location: Location }) {
  return (
    <>
      {number && <LocationNumber number={number} />}
      <Phone phone={phone} />
    </>
  );
}

function LocationNumber({ number }: { number: string }) {
  return (
    <span data-tooltip="Location number" className="relative text-ink-soft">
      <span aria-hidden="true">#</span>
      {number}
    </span>
  );
}

function NameLink({ location: { id, name }, listState }: { location: Location; listState: ListState }) {
  return (
    <Link
      to="/locations/$id"
      params={{ id }}
      state={listState}
      data-row-main
      className="block min-w-0 rounded-badge after:absolute after:inset-0 sm:focus-visible:after:shadow-[inset_3px_0_var(--amber-mark)]"
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
