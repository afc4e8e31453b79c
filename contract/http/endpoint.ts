import type * as z from 'zod/mini';
import type { Requirement } from '../access/permissions.ts';

type Schema = z.ZodMiniType;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Path = `/api/${string}`;

interface Details {
  /** In the specification's error catalog. */
  failure: string;
  /** Also serves users who must set up a second factor first. */
  duringSetup?: true;
  /** Browsers call it by themselves: counted as use, an open page would keep its session alive forever. */
  isBackground?: true;
  /**
   * Whether API tokens may call it. If it does not say, they may where it requires a permission that tokens can have
   * (`for-tokens.ts`).
   */
  forTokens?: boolean;
  /** Takes `If-Match` with the row's `updated_at`, and refuses a stale edit. */
  ifMatch?: true;
  /** For a search (`q`). */
  searchFailure?: string;
  /** The body is a file, at most `fileMaxBytes`, which the handler reads as a stream. */
  upload?: true;
  /** In place of `fileMaxBytes`. */
  uploadMaxBytes?: number;
  /** The media type of a file. */
  download?: string;
  /** Server-sent events, until either side ends them. */
  stream?: true;
}

/** Read with `serverPartOf`. The browser has their types, but the built web app does not contain them. */
export interface ServerPart {
  /** For the OpenAPI document. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Without it the call answers 204. */
  response?: Schema;
}

declare const serverPart: unique symbol;

export interface Endpoint extends Details {
  method: Method;
  /** `:name` is a member of `params`. */
  path: Path;
  permission: Requirement;
  readonly [serverPart]?: ServerPart;
}

type Defined<P, D> = Pick<Endpoint, 'method' | 'path'> &
  Pick<D, keyof D & keyof Details> & {
    permission: P;
    readonly [serverPart]?: Pick<D, keyof D & keyof ServerPart>;
  };

/** `permission` has no default: an endpoint without it does not compile. */
export function endpoint<const P extends Requirement, const D extends Details & ServerPart>(
  route: `${Method} ${Path}`,
  permission: P,
  details: D,
): Defined<P, D> {
  const [method, path] = route.split(' ') as [Method, Path];
  return { ...details, method, path, permission };
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type PartOf<E extends Endpoint> = NonNullable<E[typeof serverPart]>;
type Member<E extends Endpoint, K extends string> = K extends keyof PartOf<E> ? PartOf<E>[K] : undefined;

export interface Received<E extends Endpoint> {
  params: Output<Member<E, 'params'>>;
  query: Output<Member<E, 'query'>>;
  body: Output<Member<E, 'body'>>;
}

/** In the browser: only the members that the endpoint has. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Input<Member<E, K>> extends undefined ? never : K]: Input<
    Member<E, K>
  >;
};

/** Nothing for a 204. */
// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing answers 204.
export type Answer<E extends Endpoint> = E extends Answering<infer S> ? z.output<S> : void;

interface Answering<S extends Schema> {
  readonly [serverPart]?: { response: S };
}
