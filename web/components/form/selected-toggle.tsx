import { Button } from '../button/button.tsx';

export interface SelectedToggleProps {
  count: number;
  isPressed: boolean;
  onPress: () => void;
}

export function SelectedToggle({ count, isPressed, onPress }: SelectedToggleProps) {
  return (
    <Button
      variant="secondary"
      aria-pressed={isPressed}
      disabled={count === 0 && !isPressed}
      onClick={onPress}
      className="h-10! min-w-32 shrink-0 px-3! aria-pressed:border-petrol aria-pressed:bg-petrol-soft aria-pressed:text-petrol max-md:h-11!"
    >
      Selected ({count})
    </Button>
  );
}
