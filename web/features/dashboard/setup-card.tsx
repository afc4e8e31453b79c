import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../components/display/card.tsx';
import { LoginIllustration } from '../../components/display/login-illustration.tsx';
import { IconChevronRight, IconCircleCheck, IconCircleDashed } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';

export interface SetupCardProps {
  has_locations: boolean;
  has_users: boolean;
  has_invited: boolean;
}

const look =
  'flex min-h-15 items-center gap-3 px-6 py-2 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4';

export function SetupCard({ has_locations, has_users, has_invited }: SetupCardProps) {
  const { product_name, sends_email } = useAppConfig();
  const isPhone = useMediaQuery('(width < 48rem)');
  const add = { dialog: 'add' };
  return (
    <Card aria-label={`Set up ${product_name}`} className="relative md:pr-[40%]">
      {/* The narrow picture leaves out the price sign, which would be cut off. The sky continues above it. */}
      <div className="flex flex-col overflow-clip border-line max-md:border-b md:absolute md:inset-y-0 md:right-0 md:w-2/5 md:rounded-r-card md:border-l">
        <div className="flex-1 bg-linear-to-b/srgb from-(--illustration-sky-high) to-[color-mix(in_srgb,var(--illustration-sky-mid)_89%,var(--illustration-sky-high))]" />
        <LoginIllustration isStrip className={isPhone ? 'h-24 w-full' : 'aspect-[720/270] w-full'} />
      </div>
      <h2 className="px-6 pt-4 font-sign text-heading font-semibold max-md:px-4">Set up {product_name}</h2>
      <ol className="mt-2 mb-2">
        <li>
          <Link to="/locations" search={add} className={look}>
            <Step
              isDone={has_locations}
              title="Add a location"
              text="A store or fuel station, with its address"
            />
          </Link>
        </li>
        <li>
          <Link to="/users" search={add} className={look}>
            <Step
              isDone={has_users}
              title="Add users"
              text="Who works there, with their roles and locations"
            />
          </Link>
        </li>
        <li>
          <Link to="/users" className={look}>
            <Step isDone={has_invited} title="Invite them" text="They choose a password and can sign in" />
          </Link>
        </li>
        <li>
          <Link to="/settings" search={{ tab: 'configuration' }} className={look}>
            <Step
              isDone={sends_email}
              title="Connect an email server"
              text={sends_email ? 'Invitations are emailed' : 'Until then, emails are kept on the server'}
            />
          </Link>
        </li>
      </ol>
    </Card>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  text: string;
}

function Step({ isDone, title, text }: StepProps): ReactNode {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <>
      <Icon size={22} className={isDone ? 'text-good' : 'text-ink-faint'} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className={classes('block font-semibold', isDone && 'text-ink-soft')}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        <span className="block text-small text-ink-soft">{text}</span>
      </span>
      <IconChevronRight size={16} className="text-ink-soft" aria-hidden="true" />
    </>
  );
}
