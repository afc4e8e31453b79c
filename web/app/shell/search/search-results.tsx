import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { isNumber } from '../../../../contract/lists/search-key.ts';
import { displayName } from '../../../../contract/users.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { useLocations } from '../../../features/locations/locations.api.ts';
import { useUsers } from '../../../features/users/users.api.ts';
import { useAccess } from '../../../lib/account/access.ts';
import type { DirectoryView } from '../../../lib/directory/index.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { inRank, numberOf, type Ranked } from '../../../lib/list/search-rank.ts';

export interface SearchResultsProps {
  id: string;
  text: string;
  /** The option that Enter opens. */
  activeId: string | undefined;
  onDone: () => void;
}

export function SearchResults({ id, ...props }: SearchResultsProps) {
  const { hasPermission } = useAccess();
  return (
    <div id={id} role="listbox" aria-label="Locations and users found">
      {hasPermission('locations.read') && <Locations {...props} />}
      {hasPermission('users.read') && <Users {...props} />}
    </div>
  );
}

type GroupProps = Omit<SearchResultsProps, 'id'>;

function Locations(props: GroupProps) {
  return (
    <Group
      {...props}
      title="Locations"
      list="/locations"
      view={useLocations(props.text)}
      toOption={(location) => ({
        name: choiceName(location),
        detail: townName(location),
        link: { to: '/locations/$id', params: { id: location.id } },
      })}
    />
  );
}

function Users(props: GroupProps) {
  return (
    <Group
      {...props}
      title="Users"
      list="/users"
      view={useUsers(props.text)}
      toOption={(user) => ({
        name: displayName(user),
        detail: user.email,
        link: { to: '/users/$userId', params: { userId: user.id } },
      })}
    />
  );
}

function useBest<Row extends Ranked & { id: string }>({ reach, row }: DirectoryView<Row>, text: string) {
  return useMemo(() => {
    const found = Array.from({ length: reach }, (_, index) => row(index)).filter((one) => one !== undefined);
    return inRank(found, text, { most: shown });
  }, [reach, row, text]);
}

interface FullGroupProps<Row> extends GroupProps {
  title: string;
  list: '/locations' | '/users';
  view: DirectoryView<Row>;
  toOption: (row: Row) => { name: string; detail: string; link: LinkProps };
}

const shown = 5;

function Group<Row extends Ranked & { id: string }>(props: FullGroupProps<Row>) {
  const { title, list, view, toOption, text, activeId, onDone } = props;
  const id = useId();
  const rows = useBest(view, text);
  const option = (optionId: string) => ({
    id: optionId,
    role: 'option',
    'aria-selected': optionId === activeId,
    tabIndex: -1,
    onClick: onDone,
    className:
      'flex min-h-9 flex-col justify-center rounded-control px-2.5 py-1 hover:bg-surface-raised active:bg-line aria-selected:bg-petrol-soft max-md:min-h-12',
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which are no fields
    <div
      role="group"
      aria-labelledby={id}
      className="not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5"
    >
      <p id={id} role="presentation" className="px-2.5 py-1 text-badge font-semibold text-ink-soft">
        {title}
        {view.isExact && ` (${formatNumber(view.count)})`}
        {view.error && ' could not be searched'}
      </p>
      {rows.map((row) => {
        const { name, detail, link } = toOption(row);
        return (
          <Link
            key={row.id}
            {...link}
            {...option(`${id}-${row.id}`)}
            data-exact={isNumber(text, numberOf(row)) || undefined}
          >
            <ClippedText className="font-medium">{name}</ClippedText>
            <ClippedText className="text-small text-ink-soft">{detail}</ClippedText>
          </Link>
        );
      })}
      {view.isExact && view.count > shown && (
        <Link to={list} search={{ q: text.trim() }} {...option(`${id}-all`)}>
          <span className="font-semibold text-petrol">
            All {formatNumber(view.count)} {title.toLowerCase()}
          </span>
        </Link>
      )}
    </div>
  );
}
