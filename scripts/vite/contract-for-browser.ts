import { type Plugin, Visitor } from 'vite';

/** What the browser does not read of an endpoint: the compiler has checked it already. */
const schemas = ['params', 'query', 'body', 'response'];

/**
 * The browser uses the schemas of forms, and of an endpoint its method, path and words. The schemas of what travels
 * stand there for the types; making all of them at each start costs a slow computer a twentieth of a second, so they
 * leave the built app: members of an endpoint fall away here, and what nobody uses then is dropped with their making.
 */
export function contractForBrowser(): Plugin {
  return {
    name: 'canopy:contract-for-browser',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/][\w-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        new Visitor({
          CallExpression({ start, callee, arguments: [first] }) {
            const name = code.slice(callee.start, callee.end);
            // The one call that is made for its effect.
            if (name !== 'z.config') edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
            if (name !== 'endpoint' || first?.type !== 'ObjectExpression') return;
            for (const member of first.properties) {
              if (
                member.type === 'Property' &&
                member.key.type === 'Identifier' &&
                schemas.includes(member.key.name)
              )
                edits.push({ start: member.value.start, end: member.value.end, text: 'undefined' });
            }
          },
        }).visit(this.parse(code));
        return { code: applied(code, edits), map: null };
      },
    },
  };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** From the front; an edit inside one that was made is left out. */
function applied(code: string, edits: Edit[]) {
  let result = '';
  let done = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < done) continue;
    result += code.slice(done, start) + text;
    done = end;
  }
  return result + code.slice(done);
}
