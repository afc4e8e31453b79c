import { classes } from '../../lib/browser/classes.ts';

/** Beside words that say the same: filled and green while all is well, else a ring in the color of the words. */
export function Lamp({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block size-2 shrink-0 rounded-full border-2',
        isOn ? 'border-good bg-good forced-color-adjust-none' : 'border-current',
      )}
    />
  );
}
