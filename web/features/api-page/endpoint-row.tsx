import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { type Permission, permissions } from '../../../contract/access/permissions.ts';
import { Command } from '../../components/display/command.tsx';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { curlOf } from './curl.ts';
import type { DescribedEndpoint, Refusal, Sample } from './endpoints.ts';
import type { Field } from './fields.ts';

export interface EndpointRowProps {
  endpoint: DescribedEndpoint;
  isOpen: boolean;
  /** The link of the page leads to it. */
  isLinked: boolean;
  onToggle: () => void;
}

export function EndpointRow({ endpoint, isOpen, isLinked, onToggle }: EndpointRowProps) {
  const { id, method, path, summary } = endpoint;
  const details = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView();
  }, [isLinked]);
  return (
    <li ref={row} id={id} className="scroll-mt-4 border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={onToggle}
        className="grid min-h-11 w-full grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-baseline gap-x-3 px-6 py-2.5 text-left hover:bg-row-hover active:bg-line max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4"
      >
        <span className="text-small font-semibold text-ink-soft max-md:col-span-2">{method}</span>
        <span className="font-mono text-small wrap-anywhere">{path}</span>
        <span className="text-ink-soft max-md:order-1 max-md:col-span-2">
          <Words text={summary} />
        </span>
        <IconChevronDown
          size={18}
          aria-hidden="true"
          className={classes('self-center text-ink-soft', isOpen && 'rotate-180')}
        />
      </button>
      <div id={details}>{isOpen && <Details endpoint={endpoint} />}</div>
    </li>
  );
}

function Details({ endpoint }: { endpoint: DescribedEndpoint }) {
  const { id, method, path, permission, security, fields, body, answer, refusals } = endpoint;
  const isForTokens = security.length === 0 || security.some((one) => 'token' in one);
  return (
    <div className="flex max-w-4xl flex-col gap-5 px-6 pt-1 pb-6 max-md:px-4">
      <p>
        {permission in permissions ? (
          <>
            Needs <Code>{permission}</Code> ({permissions[permission as Permission].label}).
          </>
        ) : permission === 'anyone' ? (
          'Anyone may call it, without signing in.'
        ) : (
          'Any signed-in user may call it, and gets what their own permissions allow.'
        )}{' '}
        {!isForTokens && 'API tokens may not. '}
        {isForTokens && security.length > 0 && 'API tokens may, too. '}
        <Link
          to="."
          hash={id}
          className="inline-flex items-center text-petrol underline underline-offset-3 max-md:min-h-11 max-md:min-w-11"
        >
          Link to {method} {path}
        </Link>
      </p>
      {isForTokens && <Command label="Call it">{curlOf(endpoint, window.location.origin)}</Command>}
      {Object.entries(fields).map(([place, some]) => (
        <Fields key={place} title={place} fields={some} />
      ))}
      {body && fields.Body?.length === 0 && <p>The body is a file of the type {body.type}.</p>}
      <Answer answer={answer} />
      <Refusals refusals={refusals} />
    </div>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="rounded-badge bg-surface-raised px-1 font-mono text-small wrap-anywhere">{children}</code>
);

const rowClasses =
  'grid grid-cols-[14rem_minmax(0,1fr)] gap-x-4 border-t border-line py-1.5 max-md:grid-cols-1';

function Fields({ title, fields }: { title: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl>
        {fields.map(({ name, required, description, form }) => (
          <div key={name} className={rowClasses}>
            <dt>
              <Code>{name}</Code> {required && <span className="text-small text-ink-soft">required</span>}
            </dt>
            <dd>
              {description && (
                <p>
                  <Words text={description} />
                </p>
              )}
              <p className="text-small text-ink-soft wrap-anywhere">{form}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Answer({ answer }: { answer: Sample | null }) {
  const { type, example } = answer ?? {};
  return (
    <section>
      <h3 className="mb-1 font-semibold">Answer</h3>
      <p>{type ?? '204, without content'}</p>
      {example !== undefined && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
          tabIndex={0}
          className="mt-1 max-h-80 overflow-auto rounded-control border border-line bg-surface-raised px-3 py-2 font-mono text-small whitespace-pre-wrap wrap-anywhere"
        >
          {typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
        </pre>
      )}
    </section>
  );
}

function Refusals({ refusals }: { refusals: Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Errors</h3>
      <dl>
        {[...Map.groupBy(refusals, ({ status }) => status)].map(([status, some]) => (
          <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] border-t border-line py-1.5">
            <dt className="font-medium">{status}</dt>
            {some.map(({ code, meaning }) => (
              <dd key={code} className="col-start-2">
                <Code>{code}</Code> <Words text={meaning} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The texts of the document have names between backticks. */
function Words({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their places.
    return at % 2 === 0 ? part : <Code key={at}>{part}</Code>;
  });
}
