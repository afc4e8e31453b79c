import { Link } from '@tanstack/react-router';
import type { OwnLocation } from '../../../contract/dashboard.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { FilteredLink } from './parts/filtered-link.tsx';

export function OwnLocationRow({ id, name, city, state, users, waiting, managers }: OwnLocation) {
  const active = { location: id, status: 'active' };
  const managedBy = managers && <Managers names={managers} />;
  return (
    <tr className="relative h-12 border-b border-line last:border-b-0 hover:bg-row-hover">
      <td className="pr-3 pl-5 max-md:pl-4">
        <Link
          to="/locations/$id"
          params={{ id }}
          className="block font-semibold -outline-offset-2 after:absolute after:inset-0 hover:text-petrol"
        >
          <ClippedText>{name}</ClippedText>
        </Link>
        <span className="block truncate text-small text-ink-soft max-md:hidden">
          {city}, {state}
        </span>
        <span className="block truncate text-small md:hidden">{managedBy}</span>
      </td>
      <Figure value={users} filters={active} />
      <Figure value={waiting} filters={{ ...active, invitation: 'not:joined' }} isWarning />
      <td className="truncate pr-5 pl-3 max-md:hidden">{managedBy}</td>
    </tr>
  );
}

interface FigureProps {
  value: number | null;
  filters: Record<string, string>;
  isWarning?: boolean;
}

function Figure({ value, filters, isWarning = false }: FigureProps) {
  return (
    <td className="px-3 text-right">
      {value === null || value === 0 ? (
        <span className="text-ink-faint">{value ?? '–'}</span>
      ) : (
        <FilteredLink
          list="users"
          filters={filters}
          className={classes(
            'relative z-1 rounded-badge px-1 py-2 font-sign text-subheading font-semibold underline-offset-3 group-data-old/card:text-ink-faint hover:underline',
            isWarning && 'text-amber-ink',
          )}
        >
          {formatNumber(value)}
        </FilteredLink>
      )}
    </td>
  );
}

function Managers({ names: [first, ...others] }: { names: string[] }) {
  if (first === undefined) return <span className="text-bad">No manager</span>;
  return (
    <span className="text-ink-soft">
      {first}
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}
