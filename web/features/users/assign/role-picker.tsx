import { type ReactNode, useState } from 'react';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { CountedRole, Role } from '../../../../contract/roles.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { QueryView, type ViewedQuery } from '../../../components/feedback/query-view.tsx';
import { EntityPicker } from '../../../components/form/entity-picker.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import type { Chosen } from '../../../lib/list/chosen.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { useMayGrant } from '../../roles/roles.api.ts';

interface RolePickerProps {
  roles: readonly Role[];
  /** Those that are chosen when it opens are at the top of a long list. */
  selected: Chosen<unknown>;
  onToggle: (role: Role) => void;
  isInField?: boolean;
}

const manyRoles = 9;

export function RolePicker({ roles, selected, onToggle, isInField = false }: RolePickerProps) {
  const [text, setText] = useState('');
  const [first] = useState(() => [...selected.keys()]);
  const mayGrant = useMayGrant();
  const isLong = roles.length >= manyRoles;
  const key = fold(text.trim());
  const shown = roles.filter((role) => keyOf(role).includes(key));
  const sorted = isLong ? shown.toSorted((a, b) => rankIn(first, a) - rankIn(first, b)) : shown;
  return (
    <EntityPicker
      label="Roles"
      placeholder={isLong ? 'Filter roles' : null}
      text={text}
      onTextChange={setText}
      rows={sorted}
      heightInRows={roles.length}
      empty="No roles found"
      selected={new Set(selected.keys())}
      chosen={roles.filter(({ id }) => selected.has(id))}
      keyOf={keyOf}
      onToggle={onToggle}
      nameOf={({ name }) => name}
      isLocked={(role) => !mayGrant(role)}
      renderRow={(role) => <RoleLine role={role} isLocked={!mayGrant(role)} />}
      {...(isInField && { className: 'max-h-66' })}
    />
  );
}

const keyOf = ({ name, description }: Role) => fold(`${name} ${description}`);

function RoleLine({ role: { name, color, description }, isLocked }: { role: Role; isLocked: boolean }) {
  return (
    <span className="flex items-center gap-2.5">
      <RoleBadge name={name} color={color} />
      <ClippedText className={isLocked ? 'flex-1 text-small text-ink-soft' : 'flex-1 text-small'}>
        {isLocked
          ? 'It allows more than your own roles do, so you can neither grant nor revoke it.'
          : description}
      </ClippedText>
    </span>
  );
}

function rankIn(first: readonly string[], { id }: Role) {
  return first.includes(id) ? 0 : 1;
}

interface RolesViewProps {
  /** Observed once: a second observer of a failed query would fetch it again. */
  query: ViewedQuery<CountedRole[]>;
  className?: string;
  children: (roles: CountedRole[]) => ReactNode;
}

export function RolesView({ query, className = 'py-8', children }: RolesViewProps) {
  if (!useAccess().hasPermission('roles.read'))
    return (
      <p className="py-8 text-center text-ink-soft">
        Your roles do not allow you to see the list of roles. Ask your administrator.
      </p>
    );
  return (
    <QueryView
      query={query}
      loading="Loading roles..."
      failed="Failed to load roles"
      empty={<p className="py-8 text-center text-ink-soft">No roles available</p>}
      className={className}
    >
      {children}
    </QueryView>
  );
}
