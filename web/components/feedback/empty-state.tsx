import type { ReactNode } from 'react';

export interface EmptyStateProps {
  title: string;
  text: string;
  action?: ReactNode;
  art?: EmptyArtKind;
  /** 1 when the page has no other heading. */
  level?: 1 | 2;
}

export function EmptyState({ title, text, action, art = 'none', level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <EmptyArt kind={art} />
      <Heading className="mt-5 font-sign text-subheading font-semibold">{title}</Heading>
      <p className="mt-1 max-w-sm text-ink-soft">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

export type EmptyArtKind = 'none' | 'search' | 'refused' | 'lost';

export function EmptyArt({ kind }: { kind: EmptyArtKind }) {
  return (
    <svg width="132" height="96" viewBox="0 0 132 96" aria-hidden="true">
      <rect x="6" y="84" width="120" height="3" rx="1.5" fill="var(--color-line)" />
      {drawings[kind]}
    </svg>
  );
}

const canopy = (
  <>
    <rect x="22" y="18" width="88" height="14" rx="3" fill="var(--color-petrol-soft)" />
    <rect x="22" y="32" width="88" height="3" fill="var(--color-amber)" />
    <rect x="34" y="35" width="4" height="49" fill="var(--color-line)" />
    <rect x="94" y="35" width="4" height="49" fill="var(--color-line)" />
  </>
);
const outline = {
  fill: 'none',
  stroke: 'var(--color-line-strong)',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
} as const;

const drawings: Record<EmptyArtKind, ReactNode> = {
  none: (
    <>
      {canopy}
      <rect x="56" y="54" width="20" height="30" rx="3" {...outline} strokeDasharray="4 4" />
    </>
  ),
  search: (
    <>
      {canopy}
      <circle cx="63" cy="57" r="12" {...outline} strokeWidth={2.5} />
      <path d="M72 66L81 75" {...outline} strokeWidth={4} />
    </>
  ),
  refused: (
    <>
      <rect x="28" y="18" width="76" height="14" rx="3" fill="var(--color-petrol-soft)" />
      <rect x="28" y="32" width="76" height="3" fill="var(--color-amber)" />
      <rect x="34" y="35" width="64" height="49" fill="var(--color-petrol-soft)" />
      <path d="M42 44H90M42 53H90M42 62H90M42 71H90" {...outline} />
      <rect x="60" y="76" width="12" height="4" rx="2" fill="var(--color-line-strong)" />
    </>
  ),
  lost: (
    <>
      <path d="M36 84L56 40H76L96 84Z" fill="var(--color-petrol-soft)" />
      <path d="M66 80V70M66 62V55M66 49V45" {...outline} strokeWidth={2.5} />
      <rect x="36" y="28" width="60" height="12" rx="3" fill="var(--color-amber)" />
      <path
        d="M46 40L54 28M60 40L68 28M74 40L82 28M88 40L94 31"
        stroke="var(--color-surface)"
        strokeWidth="3"
      />
      <rect x="42" y="40" width="4" height="44" fill="var(--color-line)" />
      <rect x="86" y="40" width="4" height="44" fill="var(--color-line)" />
    </>
  ),
};
