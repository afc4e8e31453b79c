import type { DescribedEndpoint } from './endpoints.ts';

/** A line for a shell, with examples. The token is in its environment. */
export function curlOf(
  { method, path, parameters, body, answer, security }: DescribedEndpoint,
  origin: string,
) {
  const values = parameters.flatMap(({ name, in: place, example }) =>
    example === undefined ? [] : [{ name, place, value: encodeURIComponent(String(example)) }],
  );
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name) => values.find((one) => one.name === name)?.value ?? name,
  );
  const query = values.filter(({ place }) => place === 'query').map(({ name, value }) => `${name}=${value}`);
  const url = `${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return [
    'curl -sS',
    method === 'GET' ? '' : `-X ${method}`,
    quoted(url),
    security.length > 0 ? '-H "authorization: Bearer $CANOPY_TOKEN"' : '',
    body ? `-H ${quoted(`content-type: ${body.type}`)}` : '',
    body?.type === json ? `-d ${quoted(JSON.stringify(body.example))}` : body && '--data-binary @file',
    answer && answer.type !== json ? `-o ${filled.split('/').at(-1)}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const json = 'application/json';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
