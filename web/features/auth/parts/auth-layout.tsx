import type { ReactNode } from 'react';
import { LoginIllustration } from '../../../components/display/login-illustration.tsx';
import { Mark } from '../../../components/display/mark.tsx';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { ContactLink } from './contact-link.tsx';

/** The pages outside the shell: the form on one half, the forecourt on the other. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const { product_name, product_description, version } = useAppConfig();
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]">
      <div className="flex flex-col px-[clamp(1rem,6vw,5.5rem)] pt-11 pb-10 max-md:pt-6 max-md:pb-6">
        <header className="flex items-center gap-3">
          <Mark size={36} />
          <div className="min-w-0">
            <p className="font-sign text-heading leading-tight font-semibold">{product_name}</p>
            <p className="text-small text-ink-soft">{product_description}</p>
          </div>
        </header>
        <main className="my-auto w-full max-w-100 py-10 max-lg:mx-auto max-md:py-8">{children}</main>
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-small text-ink-soft">
          <p>Secure access to your store management system</p>
          <p className="flex items-baseline gap-2">
            <ContactLink label="Contact Support" />
            <span aria-hidden="true">·</span>
            <span>v{version}</span>
          </p>
        </footer>
      </div>
      <div className="relative overflow-hidden max-lg:hidden">
        <LoginIllustration className="absolute inset-0 size-full" />
      </div>
    </div>
  );
}
