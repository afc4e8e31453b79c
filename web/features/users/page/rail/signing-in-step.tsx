import { classes } from '../../../../lib/browser/classes.ts';

export interface StepProps {
  title: string;
  text: string;
  more?: string | undefined;
  state: 'done' | 'waiting' | 'failed' | 'ahead';
}

const dots = {
  done: 'border-good bg-good',
  waiting: 'border-(--amber-mark) bg-amber-soft',
  failed: 'border-bad bg-bad-soft',
  ahead: 'border-line-strong',
};

export function Step({ title, text, more, state }: StepProps) {
  return (
    <li className="group relative flex gap-3 pb-3 text-small last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-4 bottom-0 left-[5px] w-0.5 bg-line group-last:hidden"
      />
      <span
        aria-hidden="true"
        className={classes('mt-1 size-3 shrink-0 rounded-full border-2', dots[state])}
      />
      <div className="min-w-0">
        <p
          className={classes(
            'font-medium',
            state === 'waiting' && 'text-amber-ink',
            state === 'failed' && 'text-bad',
            state === 'ahead' && 'text-ink-soft',
          )}
        >
          {title}
        </p>
        <p className="min-h-5 wrap-anywhere text-ink-soft">{text}</p>
        {more && <p className="text-ink-soft">{more}</p>}
      </div>
    </li>
  );
}
