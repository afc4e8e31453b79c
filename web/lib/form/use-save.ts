import { type FetchQueryOptions, type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * The context for a function of an api file that saves: it sends with the signal, and invalidates stale queries
 * afterwards.
 */
export interface SaveContext {
  client: QueryClient;
  /** Aborts the request; absent for a save that outlives its component. */
  signal?: AbortSignal;
}

export interface SaveOptions<Input, Result> {
  mutationFn: (input: Input, context: SaveContext) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
}

/** A change that a dialog makes. Closing the dialog aborts the request. */
export function useSave<Input = void, Result = void>({ mutationFn, ...options }: SaveOptions<Input, Result>) {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useMutation({
    ...options,
    mutationFn: (input: Input, { client }) => {
      running.current = new AbortController();
      return mutationFn(input, { client, signal: running.current.signal });
    },
  });
}

/** Fetches the stored row, for a form whose save was refused because somebody else changed it. */
export function useReload<Stored, Key extends QueryKey>(
  query: FetchQueryOptions<Stored, Error, Stored, Key>,
  onStored: (stored: Stored) => void,
) {
  return useMutation({
    mutationFn: (_, { client }) => client.fetchQuery({ ...query, staleTime: 0 }),
    onSuccess: onStored,
  });
}
