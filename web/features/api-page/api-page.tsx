import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClasses } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { GroupHeader } from '../../components/display/group-header.tsx';
import { FeedPage, FilterRow } from '../../components/feed-page/feed-page.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { countOf } from '../../lib/format/format-number.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';
import { endpointsQuery } from './api-page.api.ts';
import { EndpointRow } from './endpoint-row.tsx';
import { type DescribedEndpoint, isFound } from './endpoints.ts';

/** Every call of the API, from its OpenAPI document. */
export function ApiPage() {
  const { search, ignored, change } = usePageUrl('/guarded/settings/api');
  const query = useQuery(endpointsQuery);
  const { q = '' } = search;
  const found = query.data?.filter((endpoint) => isFound(endpoint, q));
  return (
    <>
      <UpLink to="/settings">Settings</UpLink>
      <FeedPage
        title="API"
        subtitle="What programs can call, and what each call takes and answers"
        unknown={ignored}
        actions={
          <Link to="/profile" hash="tokens" className={buttonClasses('secondary')}>
            API tokens
          </Link>
        }
        filters={
          <FilterRow count={found && countOf(found.length, 'endpoint')} isPrinted={false}>
            <SearchInput
              placeholder="Search paths, words and fields..."
              value={q}
              onValueChange={(text) => change({ q: text || undefined }, { replace: true })}
              hotkey
              className="w-96 max-w-full phone:col-span-2 phone:w-full"
            />
          </FilterRow>
        }
        query={query}
        rows={found}
        loading="Loading the API..."
        empty={{
          art: 'search',
          title: 'No endpoint has these words',
          text: 'The search looks into paths, summaries and the names of fields.',
        }}
      >
        {(endpoints) => <Endpoints endpoints={endpoints} />}
      </FeedPage>
    </>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly DescribedEndpoint[] }) {
  const linked = useLocation({ select: ({ hash }) => hash });
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({});
  const isOpen = (id: string) => pressed[id] ?? id === linked;
  return [...Map.groupBy(endpoints, ({ feature }) => feature)].map(([feature, some]) => (
    <section key={feature} aria-label={feature} className="border-b border-line last:border-b-0">
      <GroupHeader className="border-b">
        <h2 className="font-sign text-subheading font-semibold">{feature}</h2>
      </GroupHeader>
      <ul>
        {some.map((endpoint) => (
          <EndpointRow
            key={endpoint.id}
            endpoint={endpoint}
            isLinked={linked === endpoint.id}
            isOpen={isOpen(endpoint.id)}
            onToggle={() => setPressed({ ...pressed, [endpoint.id]: !isOpen(endpoint.id) })}
          />
        ))}
      </ul>
    </section>
  ));
}
