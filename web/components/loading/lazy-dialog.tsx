import type { ComponentType, FunctionComponent } from 'react';
import { type LazyPartOptions, lazyPart, memberOf, type PropsOf } from './lazy-part.tsx';
import { LoadFailureCard } from './load-failure.tsx';

interface ClosableOptions<Props> extends Pick<LazyPartOptions<Props>, 'ahead'> {
  closeOf: (props: Props) => () => void;
}

/** A dialog, a menu or a drawer. A failure is shown next to the page, and can be closed like the part. */
export function lazyClosable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { closeOf, ...options }: ClosableOptions<Props>,
) {
  return lazyPart<Props>(load, {
    ...options,
    showFailure: (props, failure) => <LoadFailureCard {...failure} onClose={closeOf(props)} />,
  });
}

/** A dialog with `onClose`. */
export function lazyDialog<Name extends string, Module extends Record<Name, FunctionComponent<never>>>(
  load: () => Promise<Module>,
  name: Name & (PropsOf<Module[Name]> extends { onClose: () => unknown } ? Name : never),
  ahead: 'idle' | 'near button' = 'near button',
) {
  return lazyClosable<PropsOf<Module[Name]>>(memberOf(load, name), {
    closeOf: (props) => () => void (props as unknown as { onClose: () => unknown }).onClose(),
    ahead,
  });
}

export function lazyMenu<Name extends string, Module extends Record<Name, FunctionComponent<never>>>(
  load: () => Promise<Module>,
  name: Name & (PropsOf<Module[Name]> extends { popup: { close: () => void } } ? Name : never),
) {
  return lazyClosable<PropsOf<Module[Name]>>(memberOf(load, name), {
    closeOf: (props) => (props as unknown as { popup: { close: () => void } }).popup.close,
    ahead: 'idle',
  });
}
