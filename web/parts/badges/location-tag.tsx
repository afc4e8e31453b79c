import { IconMap2 } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';

interface LocationTagProps {
  name: string;
  isDistrict?: boolean | undefined;
  className?: string;
}

/** Of a location, or of a whole district. */
export function LocationTag({ name, isDistrict = false, className }: LocationTagProps) {
  return (
    <span
      data-clipped-text
      className={classes(
        'inline-block max-w-full truncate rounded-badge border border-line px-2 py-0.5 text-badge whitespace-nowrap text-ink print:whitespace-normal',
        className,
      )}
    >
      {isDistrict && (
        <IconMap2 size={13} role="img" aria-label="District" className="mr-1 -mt-0.5 inline text-petrol" />
      )}
      {name}
    </span>
  );
}
