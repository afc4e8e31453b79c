import { classes } from '../../lib/browser/classes.ts';
import { IconCheck } from '../icons/icons.ts';

export interface StepsProps<Step extends string> {
  steps: readonly Step[];
  current: Step;
}

/** How far somebody is in work of several pages. */
export function Steps<Step extends string>({ steps, current }: StepsProps<Step>) {
  const at = steps.indexOf(current);
  return (
    <ol aria-label="Steps" className="my-4 flex flex-wrap gap-2 max-md:gap-0">
      {steps.map((step, index) => {
        const isPast = index < at;
        const isCurrent = index === at;
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={classes(
              'flex h-8 items-center gap-2 rounded-full pr-3 pl-1 forced-colors:border',
              isCurrent ? 'bg-petrol-soft font-semibold text-petrol' : 'text-ink-faint',
              isCurrent ? 'forced-colors:border-[Highlight]' : 'forced-colors:border-[Canvas]',
            )}
          >
            <span
              aria-hidden="true"
              className={classes(
                'grid size-6 place-items-center rounded-full border font-sign text-small font-semibold',
                isCurrent && 'border-petrol bg-petrol text-on-petrol',
                isPast && 'border-good text-good',
                !(isCurrent || isPast) && 'border-line-strong',
              )}
            >
              {isPast ? <IconCheck size={14} /> : index + 1}
            </span>
            {step}
            {isPast && <span className="sr-only"> done</span>}
          </li>
        );
      })}
    </ol>
  );
}
