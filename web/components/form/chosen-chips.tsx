import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { IconX } from '../icons/icons.ts';

export interface ChosenChipsProps {
  label: string;
  chosen: readonly { id: string; name: string }[];
  onRemove: (id: string) => void;
  /** Shows all chips, also those beyond the two lines. */
  onMore: () => void;
}

/** Its two lines exist from the start, so that the first chip moves nothing. */
export function ChosenChips({ label, chosen, onRemove, onMore }: ChosenChipsProps) {
  const isPhone = useMediaQuery('(width < 48rem)');
  const fitting = isPhone ? 4 : 6;
  const shown = chosen.length > fitting ? fitting - 1 : fitting;
  return (
    <ul
      aria-label={label}
      className="mt-2 grid h-16 auto-rows-min grid-cols-3 content-start gap-1.5 max-md:h-24 max-md:grid-cols-2"
    >
      {chosen.slice(0, shown).map(({ id, name }) => (
        <li key={id} className="chip flex min-w-0 items-center rounded-full bg-petrol-soft pl-3 text-small">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(id)}
            className="grid size-7 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink active:bg-line max-md:size-11"
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {chosen.length > shown && (
        <li>
          <button
            type="button"
            onClick={onMore}
            className="h-7 rounded-full px-3 text-small font-semibold text-petrol hover:underline active:bg-line max-md:h-11"
          >
            +{chosen.length - shown} more
          </button>
        </li>
      )}
    </ul>
  );
}
