import { IconButton } from '../button/icon-button.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts';

export interface NeighborButtonProps {
  direction: 'previous' | 'next';
  /** Absent at the end of the list. */
  onOpen: (() => void) | undefined;
}

export function NeighborButton({ direction, onOpen }: NeighborButtonProps) {
  const isNext = direction === 'next';
  const Icon = isNext ? IconChevronRight : IconChevronLeft;
  return (
    <IconButton
      label={isNext ? 'Next' : 'Previous'}
      title={isNext ? 'Next (J)' : 'Previous (K)'}
      icon={<Icon size={20} aria-hidden="true" />}
      disabled={!onOpen}
      onClick={onOpen}
    />
  );
}
