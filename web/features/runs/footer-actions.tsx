import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { IconDots } from '../../components/icons/icons.ts';
import { ActionSheet } from '../../components/overlay/sheet.tsx';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';

export interface FooterAction {
  label: string;
  icon?: ReactNode;
  run: () => void;
  isWorking?: boolean;
  working?: string;
}

export interface FooterActionsProps {
  actions: readonly FooterAction[];
  disabled: boolean;
  hasMain: boolean;
}

/** On a phone more than one of them are in a sheet, so that the footer has one row. */
export function FooterActions({ actions, disabled, hasMain }: FooterActionsProps) {
  const isPhone = useMediaQuery('(width < 48rem)');
  const [isOpen, setOpen] = useState(false);
  const isFolded = isPhone && actions.length > 1;
  // Without a main action the last one is a button.
  const shown = !isFolded ? actions : hasMain ? [] : actions.slice(-1);
  const buttons = shown.map(({ label, icon, run, isWorking, working }) => (
    <Button
      key={label}
      variant="secondary"
      icon={icon}
      disabled={disabled}
      loading={isWorking}
      loadingLabel={working}
      onClick={run}
    >
      {label}
    </Button>
  ));
  if (!isFolded) return buttons;
  return (
    <>
      {buttons}
      <IconButton
        label="More actions"
        icon={<IconDots size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
        className="order-first flex-none!"
      />
      {isOpen && (
        <ActionSheet
          title="Actions"
          actions={actions.slice(0, actions.length - shown.length)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
