import { useId, useState } from 'react';
import type { RoleRef } from '../../../../contract/roles.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';

const rolesShown = 2;

/** The rest opens in a line below the row, so that the button stays in place. All roles are printed. */
export function AccessRoles({ roles, of }: { roles: readonly RoleRef[]; of: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const rest = roles.slice(rolesShown);
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-1 not-print:max-lg:col-span-2 not-print:max-lg:row-start-3 in-data-left:opacity-45">
        {roles.slice(0, rolesShown).map(badgeOf)}
        {rest.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={isOpen ? `Show fewer roles of ${of}` : `+${rest.length} more: roles of ${of}`}
            onClick={() => setOpen(!isOpen)}
            className="relative min-h-6 rounded-badge px-0.5 text-small whitespace-nowrap text-ink-soft hover:text-petrol hover:underline active:bg-line max-md:-my-2.5 max-md:min-h-11 max-md:px-2 print:hidden"
          >
            {isOpen ? 'Show fewer' : `+${rest.length} more`}
          </button>
        )}
        {roles.length === 0 && <span className="text-small text-ink-faint">No roles</span>}
      </div>
      {rest.length > 0 && (
        <div
          id={id}
          className={classes(
            'col-span-full flex-wrap gap-1 in-data-left:opacity-45 not-print:max-lg:row-start-4 lg:row-start-2 print:row-start-2 print:flex',
            isOpen ? 'flex' : 'hidden',
          )}
        >
          {rest.map(badgeOf)}
        </div>
      )}
    </>
  );
}

const badgeOf = ({ id, name, color }: RoleRef) => <RoleBadge key={id} name={name} color={color} />;
