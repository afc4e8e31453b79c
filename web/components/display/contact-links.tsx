import { classes } from '../../lib/browser/classes.ts';
import { ClippedText } from './clipped-text.tsx';

/** It lies above a row that is a link as a whole. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkClasses}>
      <ClippedText>{phone}</ClippedText>
    </a>
  );
}

export interface MapLinkProps {
  address: string;
  city: string;
  state: string;
  zip: string;
}

/** Its parts are isolated, as in `TownLine`. */
export function MapLink({ address, city, state, zip }: MapLinkProps) {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${city}, ${state} ${zip}` });
  return (
    <a
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noreferrer"
      dir="ltr"
      className="rounded-badge underline-offset-3 hover:underline"
    >
      <span>
        <bdi>{address}</bdi>, <bdi>{city}</bdi>, <bdi>{state}</bdi> <bdi>{zip}</bdi>
      </span>
    </a>
  );
}

const linkClasses =
  'relative block w-fit max-w-full rounded-badge underline-offset-3 hover:underline max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-3.5';

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
