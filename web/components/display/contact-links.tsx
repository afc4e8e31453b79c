import { ClippedText } from './clipped-text.tsx';

/** A link that calls a phone number. It lies above a row that is a link as a whole. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkClasses}>
      <ClippedText>{phone}</ClippedText>
    </a>
  );
}

/** A street address, which opens a map in another tab. */
export function MapLink({ address }: { address: string }) {
  const query = new URLSearchParams({ api: '1', query: address });
  return (
    <a
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noreferrer"
      className="rounded-badge underline-offset-3 hover:underline"
    >
      {address}
    </a>
  );
}

const linkClasses = 'relative block w-fit max-w-full rounded-badge underline-offset-3 hover:underline';
