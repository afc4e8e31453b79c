import {
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  useEffect,
  useState,
  useTransition,
} from 'react';
import { whyNotLoaded } from '../../lib/network/why-not-loaded.ts';
import { LoadFailure } from './load-failure.tsx';
import { LoadFailureCard } from './load-failure-card.tsx';

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches it ahead. A failure is no matter: it is fetched again when it is shown. */
  preload: () => Promise<void>;
};

export interface LazyPartOptions<Props> {
  /** For a dialog, a menu or a drawer: how it closes. What failed is then told beside the page. */
  closeOf?: (props: Props) => () => void;
  /** What failed is then told under a heading of its own. */
  isPage?: boolean;
}

/**
 * A part of the app whose code comes when it is first shown; until then the nearest `Suspense` stands for it. React's
 * own `lazy` keeps a failure for ever: here the user reads what happened and can try again, or load the newer
 * version of the app.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { closeOf, isPage = false }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Shown<Props>> | null = null;
  let attempt: Attempt<Props> | null = null;

  /** The attempt that is under way, or a new one. */
  function ask(): Attempt<Props> {
    attempt ??= begin();
    return attempt;
  }

  function begin(): Attempt<Props> {
    const outcome = load().then((Component) => {
      loaded = ({ props }) => <Component {...props} />;
      return { didLoad: true, default: loaded };
    }, failed);
    return { outcome, Component: lazy(() => outcome) };
  }

  async function failed() {
    const why = await whyNotLoaded();
    const Failed = ({ props, ...retry }: Shown<Props>) =>
      closeOf ? (
        <LoadFailureCard why={why} {...retry} onClose={closeOf(props)} />
      ) : (
        <LoadFailure why={why} isPage={isPage} {...retry} />
      );
    return { didLoad: false, default: Failed };
  }

  function forgetFailure() {
    if (!loaded) attempt = null;
  }

  async function preload() {
    const asked = ask();
    const { didLoad } = await asked.outcome;
    if (!didLoad && attempt === asked) attempt = null;
  }

  function Part(props: Props) {
    const [Shown, show] = useState(() => loaded ?? ask().Component);
    const [isRetrying, startRetry] = useTransition();
    // What failed is asked for again the next time it is shown.
    useEffect(() => forgetFailure, []);

    function retry() {
      attempt = null;
      startRetry(() => show(ask().Component));
    }
    return <Shown props={props} onRetry={retry} retrying={isRetrying} />;
  }
  return Object.assign(Part, { preload });
}

/** What the part, and what stands for it, is given. */
interface Shown<Props> {
  props: Props;
  onRetry: () => void;
  retrying: boolean;
}

interface Attempt<Props> {
  outcome: Promise<{ didLoad: boolean }>;
  Component: LazyExoticComponent<ComponentType<Shown<Props>>>;
}
