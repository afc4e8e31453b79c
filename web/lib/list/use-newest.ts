import { useState } from 'react';

interface Answering<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  isFetchingNextPage?: boolean;
  failureCount: number;
}

/**
 * The answer to the newest text. `question` is what to ask for: the text at once, or as soon as the one before has its
 * answer, which is never shown. `answerOf` takes the query of `question`: until the newest answer comes, `shown` is the last
 * one that was shown, with its text.
 */
export function useNewest<Data>(text: string) {
  const [question, setQuestion] = useState(text);
  const [shown, setShown] = useState<{ of: string; data: Data } | null>(null);
  const isNewest = question === text;

  function answerOf({ data, error, isFetching, isFetchingNextPage = false, failureCount }: Answering<Data>) {
    // A page further down is no answer to wait for, and neither is that of a server that failed once.
    if (!isNewest && (!isFetching || isFetchingNextPage || failureCount > 0)) setQuestion(text);
    if (isNewest && data !== undefined && data !== shown?.data) setShown({ of: question, data });
    return {
      shown,
      searching: !isNewest || (isFetching && !isFetchingNextPage),
      /** Why there is no answer to the newest text. */
      error: isNewest && shown?.of !== question ? error : null,
    };
  }
  return { question, isNewest, answerOf };
}
