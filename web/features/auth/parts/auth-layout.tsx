import { type ReactNode, useState } from 'react';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { LoginIllustration } from '../../../components/display/login-illustration.tsx';
import { Mark } from '../../../components/display/mark.tsx';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';

export function AuthLayout({ children }: { children: ReactNode }) {
  const { product_name, product_description, version } = useAppConfig();
  const isPhone = useMediaQuery('(width < 48rem)');
  return (
    <div className="grid min-h-dvh bg-surface max-md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
      {isPhone && (
        <LoginIllustration isStrip className="h-[clamp(7rem,34vw,11rem)] w-full border-b-3 border-amber" />
      )}
      <div className="flex flex-col px-[clamp(1rem,6vw,5.5rem)] pt-11 pb-10 max-md:pt-6 max-md:pb-6">
        <header className="mx-auto flex w-full max-w-115 items-center gap-3">
          <Mark size={36} />
          <div className="min-w-0">
            <p className="font-sign text-heading leading-tight font-semibold">{product_name}</p>
            <p className="text-small text-ink-soft">{product_description}</p>
          </div>
        </header>
        {/* The heading stays in place, whatever the form below it shows. */}
        <main className="mt-[clamp(1.5rem,18dvh-5.5rem,8rem)] mx-auto mb-auto w-full max-w-115 pb-10 max-md:mt-10 max-md:pb-8">
          {children}
        </main>
        <footer className="mx-auto flex w-full max-w-115 flex-wrap justify-between gap-x-6 gap-y-2 text-small text-ink-soft">
          <p>Secure access to your store management system</p>
          <p className="flex items-baseline gap-2">
            <ContactLink label="Contact Support" />
            <span aria-hidden="true">·</span>
            <span>v{version}</span>
          </p>
        </footer>
      </div>
      {!isPhone && (
        <div className="max-lg:hidden">
          <LoginIllustration className="sticky top-0 h-dvh w-full" />
        </div>
      )}
    </div>
  );
}

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
