import { Fragment } from 'react';
import { MenuItem, MenuSeparator } from '../../components/overlay/menu.tsx';
import type { ActLook, Allowed } from './act-look.ts';

export interface ActItemsProps<Name extends string> {
  looks: Readonly<Record<Name, ActLook>>;
  acts: Allowed<Name>;
  labelOf?: (name: Name) => string;
  onAct: (name: Name) => void;
}

/** The acts of a row in its menu, with Delete apart from the others. */
export function ActItems<Name extends string>({ looks, acts, labelOf, onAct }: ActItemsProps<Name>) {
  return [...acts].map(([name, { whyNot }]) => {
    const { Icon, label } = looks[name];
    return (
      <Fragment key={name}>
        {name === 'delete' && acts.size > 1 && <MenuSeparator />}
        <MenuItem
          icon={<Icon size={18} />}
          tone={name === 'delete' ? 'danger' : 'plain'}
          disabled={whyNot !== undefined}
          title={whyNot}
          onClick={() => onAct(name)}
        >
          {labelOf?.(name) ?? label}
        </MenuItem>
      </Fragment>
    );
  });
}
