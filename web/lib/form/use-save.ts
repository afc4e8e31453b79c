import { type FetchQueryOptions, type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** An api function sends with the signal, and invalidates stale queries afterwards. */
export interface SaveContext {
  client: QueryClient;
  signal?: AbortSignal;
}

export interface SaveOptions<Input, Result> {
  mutationFn: (input: Input, context: SaveContext) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
}

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

export function useReload<Stored, Key extends QueryKey>(
  query: FetchQueryOptions<Stored, Error, Stored, Key>,
  onStored: (stored: Stored) => void,
) {
  return useMutation({
    mutationFn: (_, { client }) => client.fetchQuery({ ...query, staleTime: 0 }),
    onSuccess: onStored,
  });
}
