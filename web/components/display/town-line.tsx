import { classes } from '../../lib/browser/classes.ts';

export interface TownLineProps {
  city: string;
  state: string;
  zip: string;
  address?: string | undefined;
  className?: string | undefined;
}

/** 'Albany, NY 12207'. Each part is isolated, because a city in Arabic would change their order. */
export function TownLine({ address, city, state, zip, className }: TownLineProps) {
  return (
    <span dir="ltr" data-clipped-text className={classes('block truncate text-left', className)}>
      {address && (
        <>
          <bdi>{address}</bdi>,{' '}
        </>
      )}
      <bdi>{city}</bdi>, <bdi>{state}</bdi> <bdi>{zip}</bdi>
    </span>
  );
}
