import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queryText } from '../../../lib/url/query-text.ts';

export const staysOpen = 'stays open';

export interface BoxLink {
  to: LinkProps['to'];
  params?: Record<string, string>;
  search?: Record<string, string>;
  hash?: string;
}

/** As the router writes it. Its own links watch its state, which is slow for rows that change with each key. */
export function hrefOf({ to, params, search, hash }: BoxLink): string {
  const path = `${to}`.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  return `${path}${queryText(search ?? {})}${hash ? `#${hash}` : ''}`;
}

/** Something that can be opened or done: a row of the box. */
export interface BoxResult {
  key: string;
  kind: 'user' | 'location' | 'screen' | 'view' | 'act' | 'list';
  name: string;
  detail: string | null;
  isInactive?: boolean | undefined;
  Icon?: ComponentType<{ size?: number }> | undefined;
  link?: BoxLink | undefined;
  /** For acts that open no page; `staysOpen` when it asks in place of the box. */
  run?: (() => unknown) | undefined;
  /** Of an act that still needs a row: the box asks for one. */
  asks?: ActOfKind | undefined;
  whyNot?: string | undefined;
  /** The row that was found, or that the act is done to. */
  of?: BoxRow | undefined;
}

/** A found row, not an act that is done to it. */
export type FoundResult = BoxResult & { of: BoxRow };

export function hasActs(result: BoxResult): result is FoundResult {
  return result.of !== undefined && result.kind !== 'act';
}

export interface BoxRow {
  kind: 'user' | 'location';
  id: string;
}

/** From here on the order of the box: by tier, what was opened lately, then by name. */
export interface Placed {
  tier: number;
  weight: number;
  order: string;
  result: BoxResult;
}

/** A screen, a setting, a view or an act. Its name and the words of `words.ts` find it. */
export interface BoxEntry {
  result: BoxResult;
  /** More words, which the chain gives. */
  words?: string | undefined;
  /** Where it begins with what was typed besides its words: 'new user jane doe'. */
  openWith?: ((typed: string) => BoxLink) | undefined;
}

/** An act as a row of the box offers it. */
export interface BoxAct extends Pick<BoxResult, 'whyNot' | 'link' | 'run'> {
  label: string;
}

/** What may be done to rows of a kind, before one is named: 'Edit User'. */
export interface ActOfKind {
  kind: BoxRow['kind'];
  label: string;
  /** More words, which the chain gives. */
  words?: string;
  /** It only opens something about the row, which need not be read for it: 'Sales' of a location. */
  open?: (row: BoxRow) => BoxLink;
  /** Only the whole words of its period name it: 'Sales' is another act. */
  isOfPeriod?: true;
  /** It opens the row itself: 'store 104'. */
  isRow?: true;
}

/** Another object with each key. */
export interface Typed {
  text: string;
  /** The row whose acts are shown. */
  of: FoundResult | null;
  /** The act that asks for a row. */
  act: ActOfKind | null;
}
