import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';

export interface TooltipProps {
  anchor: Element;
  text: string;
  hotkey: string | null;
}

/** Decorative: screen readers get the name of the control. */
export function Tooltip({ anchor, text, hotkey }: TooltipProps) {
  return (
    <BaseTooltip.Root open>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner anchor={anchor} side="bottom" sideOffset={6} collisionPadding={8}>
          <BaseTooltip.Popup
            role="tooltip"
            className="max-w-80 rounded-control bg-ink px-2.5 py-1.5 text-small break-words text-surface shadow-popup"
          >
            {text}
            {hotkey && (
              <kbd className="ml-2 rounded-badge border border-current px-1 font-sans">{hotkey}</kbd>
            )}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
