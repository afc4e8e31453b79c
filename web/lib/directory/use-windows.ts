import { useLayoutEffect, useRef, useState } from 'react';
import { createStore, type Store, useStore } from '../store.ts';
import type { Directory } from './directory.ts';
import { textOf } from './directory-arrange.ts';
import type { DirectoryRow } from './directory-rows.ts';
import type { ServerQuery } from './window-chain.ts';
import type { Answer, WindowReader } from './windows.ts';

type Code = typeof import('./windows.ts');

/** Only what the server answers needs this code, so a list that is whole never loads it. */
let code: Code | undefined;

async function loadCode() {
  code = await import('./windows.ts');
  return code;
}

const nothing = createStore(null);

interface Requested<Row> extends Answer<Row> {
  retry: () => void;
}

/** The server's answer to this search, filter and sort, while the rows in memory are not enough for one. */
export function useWindows<Row extends DirectoryRow>(
  directory: Directory<Row>,
  isNeeded: boolean,
  text: string,
  query: ServerQuery,
): Requested<Row> {
  const [reader, setReader] = useState<WindowReader<Row> | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);

  // Before the browser paints, so that a list keeps its place when a user comes back to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the code again
  useLayoutEffect(() => {
    if (!isNeeded) return;
    let opened: WindowReader<Row> | undefined;
    let isOver = false;
    const open = ({ openReader }: Code) => {
      if (isOver) return;
      opened = openReader(directory);
      setReader(opened);
      setFailure(null);
    };
    if (code) open(code);
    else loadCode().then(open, setFailure);
    return () => {
      isOver = true;
      opened?.close();
      setReader(null);
    };
  }, [directory, isNeeded, attempt]);

  // A text, because an effect that runs again for an equal object of filters would ask again and again.
  const latest = useRef(query);
  const filtering = textOf(query);
  useLayoutEffect(() => {
    latest.current = query;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the query stands for the query
  useLayoutEffect(() => reader?.ask(text.trim(), latest.current), [reader, text, filtering]);

  const store = (reader?.store ?? nothing) as Store<Answer<Row> | null>;
  const answer = useStore(store);
  return {
    listing: answer?.listing ?? null,
    // Or the code did not load.
    error: answer ? answer.error : failure,
    retry: () => (reader ? reader.retry() : setAttempt(attempt + 1)),
  };
}
