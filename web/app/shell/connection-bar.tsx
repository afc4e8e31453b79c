import { useEffect, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconCloudOff } from '../../components/icons/icons.ts';
import { probe, useIsOnline, useRetryAt } from '../../lib/network/connection.ts';

/** Says once, at the bottom of the window, that the server cannot be reached. There it moves nothing. */
export function ConnectionBar() {
  return useIsOnline() ? null : <Bar />;
}

function Bar() {
  const seconds = useSecondsUntil(useRetryAt());
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2.5 border-t border-line bg-amber-soft px-8 py-1 text-amber-ink print:hidden max-md:px-4">
      <IconCloudOff size={18} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span role="status">Can't reach the server.</span>{' '}
        {/* Not announced: a new text every second would drown out everything else in a screen reader. */}
        <span aria-hidden="true">{seconds === null ? 'Retrying...' : `Retrying in ${seconds} s.`}</span>
      </p>
      <Button variant="secondary" disabled={seconds === null} onClick={probe}>
        Try now
      </Button>
    </div>
  );
}

function useSecondsUntil(time: number | null) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return time === null ? null : Math.max(1, Math.ceil((time - now) / 1000));
}
