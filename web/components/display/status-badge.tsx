export interface StatusBadgeProps {
  isActive: boolean;
}

/** A dot and a word, never color alone: filled for Active, a ring for Inactive. */
export function StatusBadge({ isActive }: StatusBadgeProps) {
  return isActive ? (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-good">
      <span className="size-2 rounded-full bg-current" />
      Active
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-off">
      <span className="size-2 rounded-full border-2 border-current" />
      Inactive
    </span>
  );
}
