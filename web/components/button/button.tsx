import {
  type ComponentPropsWithRef,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost' | 'link';
/** 44 px in forms, 36 px in toolbars and dialogs; on phones always 44. */
export type ButtonSize = 'form' | 'toolbar';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  loading?: boolean | undefined;
  loadingLabel?: string | undefined;
}

export function Button({
  variant = 'primary',
  size = 'toolbar',
  icon,
  loading = false,
  loadingLabel,
  disabled,
  className,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);
  useFocusAfter(loading, button);
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={classes(buttonClasses(variant, size), className)}
    >
      {loading ? <Spinner /> : icon}
      {loading && loadingLabel ? loadingLabel : children}
    </button>
  );
}

/** A button that is disabled while it works loses the focus. It gets the focus back when it is enabled again. */
function useFocusAfter(isWorking: boolean, ref: RefObject<HTMLButtonElement | null>) {
  useLayoutEffect(() => {
    const button = ref.current;
    if (!isWorking || document.activeElement !== button) return;
    return () => {
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    };
  }, [isWorking, ref]);
}

export function buttonClasses(variant: ButtonVariant, size: ButtonSize = 'toolbar') {
  if (variant === 'link') return looks.link;
  return classes(
    'inline-flex items-center justify-center gap-2 print:hidden rounded-control border px-4 font-semibold transition-colors not-disabled:active:translate-y-px not-disabled:active:brightness-90 disabled:cursor-not-allowed',
    size === 'form' ? 'h-11 text-input' : 'h-9 text-body max-md:h-11',
    looks[variant],
  );
}

const looks: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-petrol text-on-petrol enabled:hover:bg-petrol-hover disabled:opacity-60 aria-busy:opacity-85',
  secondary:
    'border-line bg-surface text-ink enabled:hover:border-line-strong enabled:hover:bg-surface-raised disabled:opacity-55 aria-busy:opacity-85',
  danger:
    'border-transparent bg-bad text-on-bad enabled:hover:bg-bad-hover disabled:opacity-60 aria-busy:opacity-85',
  ghost:
    'border-transparent bg-transparent text-ink-soft enabled:hover:bg-surface-raised enabled:hover:text-ink disabled:opacity-55',
  // The tall padding with its negative margin is a 44 px target on phones inside a line of text.
  link: 'inline-flex items-center gap-1.5 rounded-badge font-semibold text-petrol underline-offset-3 hover:underline not-disabled:active:opacity-70 disabled:opacity-60 max-md:-my-3.5 max-md:py-3.5',
};
