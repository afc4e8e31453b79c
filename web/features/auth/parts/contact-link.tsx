import { useState } from 'react';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { useAppConfig } from '../../../lib/http/app-config.ts';

/** Opens the configured support page; without one, says whom to ask. */
export function ContactLink({ label }: { label: string }) {
  const { support_url } = useAppConfig();
  const [isAsked, setAsked] = useState(false);

  if (support_url) {
    return (
      <a href={support_url} target="_blank" rel="noreferrer" className={buttonClasses('link')}>
        {label}
      </a>
    );
  }
  return (
    <span role="status">
      {isAsked ? (
        'Please ask your head office.'
      ) : (
        <Button variant="link" onClick={() => setAsked(true)}>
          {label}
        </Button>
      )}
    </span>
  );
}
