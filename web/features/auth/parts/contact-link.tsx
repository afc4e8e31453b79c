import { useState } from 'react';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { useAppConfig } from '../../../lib/http/app-config.ts';

export function ContactLink({ label }: { label: string }) {
  const { support_url } = useAppConfig();
  const [isOpen, setOpen] = useState(false);

  if (support_url) {
    return (
      <a href={support_url} target="_blank" rel="noreferrer" className={buttonClasses('link')}>
        {label}
      </a>
    );
  }
  return (
    <span className="relative">
      <Button
        variant="link"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        onBlur={() => setOpen(false)}
      >
        {label}
      </Button>
      <span role="status">
        {isOpen && (
          <span className="absolute bottom-full left-0 z-1 mb-2 rounded-menu border border-line bg-surface px-3.5 py-2.5 whitespace-nowrap text-ink shadow-popup md:right-0 md:left-auto">
            Please ask your head office.
          </span>
        )}
      </span>
    </span>
  );
}
