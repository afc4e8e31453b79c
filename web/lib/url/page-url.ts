import {
  type RegisteredRouter,
  type RouteById,
  type RouteIds,
  useNavigate,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
import { searchMaxLength } from '../../../contract/fields/limits.ts';

type Texts = { [name: string]: string | undefined };

/** For `validateSearch` of a route: the parameters of its page. The server takes no longer text to search for. */
export function textsOf<const Name extends string>(...names: readonly Name[]) {
  const isKnown = oneOf(names);
  return (given: Record<string, unknown>): { [N in Name]?: string | undefined } => {
    const texts: Texts = {};
    for (const [name, value] of Object.entries(given))
      if (isKnown(name) && typeof value === 'string' && value)
        texts[name] = name === 'q' ? value.slice(0, searchMaxLength) : value;
    return texts as { [N in Name]?: string | undefined };
  };
}

type Tree = RegisteredRouter['routeTree'];
type Page = RouteIds<Tree>;
type Name<P extends Page> = keyof RouteById<Tree, P>['types']['searchSchema'] & string;

/** Which values a parameter takes: any text, unless it says so. */
type Checks<N extends string> = { readonly [K in N]?: (value: string) => boolean };

type Checked<N extends string, C> = {
  [K in N]?:
    | (C extends { [_ in K]: (value: string) => value is infer Value extends string } ? Value : string)
    | undefined;
};

/**
 * The state of a page in its URL. Unknown parameters, and values that a check refuses, are left out of `search`, stay in
 * the URL until a change, and are named in `ignored`. A change adds a history entry, so that Back undoes it, unless it
 * replaces the one of an earlier key.
 */
export function usePageUrl<const P extends Page, C extends Checks<Name<P>>>(page: P, checks = {} as C) {
  const given: Texts = useSearch({ from: page as never });
  const { validateSearch } = useRouter().routesById[page].options;
  const navigate = useNavigate();
  const valid = (texts: Texts) => withoutRefused((validateSearch as (given: Texts) => Texts)(texts), checks);
  const search = valid(given);
  return {
    search: search as Checked<Name<P>, C>,
    ignored: Object.keys(given).filter((name) => given[name] && !(name in search)),
    change: (changes: { [N in Name<P>]?: string | undefined }, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before) => valid({ ...before, ...changes }),
        state: true,
        replace,
        resetScroll: false,
      }),
  };
}

function withoutRefused(texts: Texts, checks: Checks<string>): Texts {
  const taken = Object.entries(texts).filter(([name, value = '']) => checks[name]?.(value) !== false);
  return Object.fromEntries(taken);
}

type WithDialog = { [P in Page]: 'dialog' | 'id' extends Name<P> ? P : never }[Page];

/** The dialog in the URL of a page, and the row that it is about. Opening adds a history entry, so that Back closes it. */
export function usePageDialog(page: WithDialog) {
  const { search, change } = usePageUrl<WithDialog, object>(page);
  const { dialog, id } = search;
  return {
    dialog,
    id,
    openDialog: (dialog: string, id?: string) => change({ dialog, id }),
    closeDialog: () => change({ dialog: undefined, id: undefined }, { replace: true }),
  };
}

/** A check: one of these values. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return (value: string): value is Value => values.some((one) => one === value);
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const [one, several] = [new RegExp(`^${uuid}$`), new RegExp(`^${uuid}(?:,${uuid})*$`)];

/** A check: the id of a row. */
export const isId = (value: string) => one.test(value);
/** A check: ids with commas between them. */
export const areIds = (value: string) => several.test(value);
