import {
  type ComponentType,
  createContext,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useTransition,
} from 'react';
import { whenIdle, whenNearButton } from '../../lib/browser/when-idle.ts';
import { onReconnect } from '../../lib/network/connection.ts';
import { whyNotLoaded } from '../../lib/network/why-not-loaded.ts';
import { SkeletonLines, useIsOutageShown } from '../feedback/outage.tsx';
import { LoadFailure, type LoadFailureProps } from './load-failure.tsx';

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches the code early. A failure is ignored, because the code is fetched again when the part is shown. */
  preload: () => Promise<void>;
};

export interface LazyPartOptions<Props> {
  /** Shows a failure elsewhere than in the place of the part. */
  showFailure?: (props: Props, failure: LoadFailureProps) => ReactNode;
  isPage?: boolean;
  /** It shows nothing: nor does its failure, and it is fetched again after a while. */
  isInvisible?: boolean;
  /**
   * Fetches the code before the user needs it, also offline: once the page has shown its rows, or, if a button opens it,
   * once the user is near one. Code that nobody opens takes no memory then:
   * the dialogs of the Users page alone were 213 kB and 1.3 MB of heap.
   */
  ahead?: 'idle' | 'near button';
}

const invisibleRetryMs = 10_000;

/** One attempt to fetch the code. `Shown` is the part when the code is loaded, or the message about the failure. */
interface Attempt<Props> {
  Shown: ComponentType<Props>;
  hasFailed: Promise<boolean>;
}

/**
 * When fetching fails, the user reads why and can try again or reload. React's `lazy` never retries, and the router's
 * reloads the page, which loses it without a network.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { showFailure, isPage = false, isInvisible = false, ahead }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let current: Attempt<Props> | null = null;

  function ask(): Attempt<Props> {
    current ??= begin();
    return current;
  }

  function begin(): Attempt<Props> {
    const loading = load();
    const attempt: Attempt<Props> = {
      Shown: lazy(async () => ({ default: await loading.catch(() => explain(attempt)) })),
      hasFailed: loading.then(
        (Component) => {
          attempt.Shown = Component;
          return false;
        },
        () => true,
      ),
    };
    return attempt;
  }

  function forget(attempt: Attempt<Props>) {
    if (current === attempt) current = null;
  }

  async function explain(attempt: Attempt<Props>): Promise<ComponentType<Props>> {
    const why = await whyNotLoaded();
    return function Failed(props) {
      const retry = useContext(Retry);
      const { onRetry, retrying } = retry;
      const isOutage = useIsOutageShown();
      const [isOfOutage] = useState(isOutage && !showFailure);
      // The code is fetched again the next time the part is shown.
      useEffect(() => () => forget(attempt), []);
      useEffect(() => {
        if (!isInvisible) return;
        const timer = setTimeout(onRetry, invisibleRetryMs);
        return () => clearTimeout(timer);
      });
      useEffect(() => (isOfOutage ? onReconnect(onRetry) : undefined), [isOfOutage, onRetry]);
      if (isInvisible) return null;
      if (showFailure) return showFailure(props, { why, ...retry });
      // The bar at the bottom says it, and the part comes by itself.
      if (isOfOutage && (isOutage || retrying)) return <SkeletonLines className="py-14" />;
      return <LoadFailure why={why} {...retry} isPage={isPage} />;
    };
  }

  async function preload() {
    const attempt = ask();
    if (await attempt.hasFailed) forget(attempt);
  }

  function Part(props: Props) {
    // Chosen once, because another component in its place would start with an empty state.
    const [Shown, show] = useState(() => ask().Shown);
    const [retrying, startRetry] = useTransition();
    const retry = {
      retrying,
      onRetry: () => {
        current = null;
        const attempt = ask();
        // A user who closes it meanwhile does not see the failure.
        void attempt.hasFailed.then((failed) => failed && forget(attempt));
        startRetry(() => show(() => attempt.Shown));
      },
    };
    return (
      <Retry value={retry}>
        <Shown {...props} />
      </Retry>
    );
  }

  if (ahead) (ahead === 'idle' ? whenIdle : whenNearButton)(() => void preload());
  return Object.assign(Part, { preload });
}

const Retry = createContext<Omit<LoadFailureProps, 'why'>>({ retrying: false, onRetry: () => {} });

export type PropsOf<Component> = Component extends FunctionComponent<infer Props> ? Props & object : never;

/** Its type is written out, because pages know the routes, which know their pages. A page: `lazyPage(() => import('./x-page.tsx'), 'XPage')`. */
export function lazyPage<Name extends string, Module extends Record<Name, FunctionComponent<never>>>(
  load: () => Promise<Module>,
  name: Name,
): ReturnType<typeof lazyPart<PropsOf<Module[Name]>>> {
  return lazyPart<PropsOf<Module[Name]>>(memberOf(load, name), { isPage: true });
}

/** Below this width a list is one block per row. */
export const phoneWidth = '(width < 40rem)';

export function lazyOnPhone<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyPart(load, { ahead: 'idle' });
  if (window.matchMedia(phoneWidth).matches) void Part.preload();
  return Part;
}

export function memberOf<Name extends string, Module extends Record<Name, FunctionComponent<never>>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return async () => (await load())[name] as unknown as ComponentType<PropsOf<Module[Name]>>;
}
