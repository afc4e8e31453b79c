import type * as z from 'zod/mini';
import type { Requirement } from '../access/permissions.ts';

type Schema = z.ZodMiniType;

/**
 * One HTTP call as both sides see it. `failure` is its text in the specification's error catalogue.
 * `permission` has no default on purpose: an endpoint without one does not compile.
 */
interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path; `:name` is a member of `params`. */
  path: `/api/${string}`;
  permission: Requirement;
  failure: string;
  /** Also serves users who must set up a second factor first. */
  duringSetup?: true;
  /** Replaces `failure` for a search (`q`). */
  searchFailure?: string;
  /** The body is a file: the handler reads it as a stream, at most `fileMaxBytes`. */
  upload?: true;
  /** The media type, when the answer is a file and not JSON. */
  download?: string;
}

/** What both sides know as types, and only the server reads: `serverPartOf`. The built web app does not have it. */
export interface ServerPart {
  /** One sentence for the generated OpenAPI document. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Without it the call answers 204. */
  response?: Schema;
}

declare const serverPart: unique symbol;

export interface Endpoint extends HttpCall {
  readonly [serverPart]?: ServerPart;
}

type Defined<D> = Omit<D, keyof ServerPart> & { readonly [serverPart]?: Pick<D, keyof D & keyof ServerPart> };

export function endpoint<const D extends HttpCall & ServerPart>(definition: D): Defined<D> {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type PartOf<E extends Endpoint> = NonNullable<E[typeof serverPart]>;
type Member<E extends Endpoint, K extends string> = K extends keyof PartOf<E> ? PartOf<E>[K] : undefined;

/** What a handler of the server gets, after validation. */
export interface Received<E extends Endpoint> {
  params: Output<Member<E, 'params'>>;
  query: Output<Member<E, 'query'>>;
  body: Output<Member<E, 'body'>>;
}

/** What the browser sends: only the members that the endpoint has. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Input<Member<E, K>> extends undefined ? never : K]: Input<
    Member<E, K>
  >;
};

/** What a call returns: nothing for a 204. */
// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing answers 204.
export type Answer<E extends Endpoint> = E extends Answering<infer S> ? z.output<S> : void;

interface Answering<S extends Schema> {
  readonly [serverPart]?: { response: S };
}
