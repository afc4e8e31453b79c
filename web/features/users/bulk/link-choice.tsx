import { classes } from '../../../lib/browser/classes.ts';

const linkModes = ['add', 'remove', 'replace'] as const;
export type LinkMode = (typeof linkModes)[number];

export interface LinkChoiceProps {
  what: string;
  mode: LinkMode;
  onMode: (mode: LinkMode) => void;
}

export function LinkChoice({ what, mode, onMode }: LinkChoiceProps) {
  const meanings: Record<LinkMode, string> = {
    add: `They keep their ${what} and also get these.`,
    remove: `These are removed. They keep the other ${what}.`,
    replace: `They will have exactly these ${what}. All others are removed.`,
  };
  return (
    <fieldset className="mb-3 min-w-0">
      <legend className="sr-only">What happens to the {what}</legend>
      <div className="flex rounded-control border border-line-strong">
        {linkModes.map((one) => (
          <label
            key={one}
            className={classes(
              'flex h-9 flex-1 items-center justify-center border-l border-line-strong font-medium first:rounded-l-control first:border-l-0 last:rounded-r-control has-focus-visible:outline-2 has-focus-visible:outline-petrol max-md:h-11',
              one === mode ? 'bg-petrol-soft text-petrol' : 'hover:bg-surface-raised',
            )}
          >
            <input
              type="radio"
              name="mode"
              className="sr-only"
              checked={one === mode}
              onChange={() => onMode(one)}
            />
            {labels[one]}
          </label>
        ))}
      </div>
      <p role="status" className="mt-2 text-small text-ink-soft">
        {meanings[mode]}
      </p>
    </fieldset>
  );
}

const labels: Record<LinkMode, string> = {
  add: 'Add',
  remove: 'Remove',
  replace: 'Replace',
};
