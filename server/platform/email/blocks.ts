/** A part of an email, as plain text and as HTML. A line that is a URL is a link. */
export interface Block {
  /** Empty for none. */
  title: string;
  paragraphs?: readonly (readonly string[])[];
  /** The first cell of a row says what the others are. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] };
}

export function textOf(blocks: readonly Block[]): string {
  const parts = blocks.flatMap(({ title, paragraphs = [], table }) => {
    const head = table?.head.slice(1) ?? [];
    const rows = (table?.rows ?? []).map(([name, ...cells]) => {
      const named = cells.map((cell, index) => (head[index] ? `${head[index]} ${cell}` : cell));
      return `${name}: ${named.join(' · ')}`;
    });
    const body = [rows.join('\n'), ...paragraphs.map((lines) => lines.join('\n'))].filter(Boolean);
    return body.length === 0 ? [] : [[title && `${title}:`, ...body].filter(Boolean).join('\n\n')];
  });
  return `${parts.join('\n\n')}\n`;
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;line-height:1.45";
const cell = 'padding:4px 12px 4px 0;vertical-align:top';

/** With inline styles and tables, which is what mail programs know. It takes their colors, light or dark. */
export function htmlOf(title: string, blocks: readonly Block[]): string {
  const body = blocks.map(({ title, paragraphs = [], table }) =>
    [
      ...(title ? [`<h2 style="font-size:17px;margin:24px 0 8px">${escaped(title)}</h2>`] : []),
      ...(table ? [tableOf(table)] : []),
      ...paragraphs.map((lines) => `<p style="margin:0 0 12px">${linked(lines).join('<br>')}</p>`),
    ].join('\n'),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="${font};margin:0;padding:16px"><div style="max-width:640px">
${body.join('\n')}
</div></body></html>
`;
}

/** Is no figure, and may wrap. */
const longText = 30;

function tableOf({ head, rows }: NonNullable<Block['table']>): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const isName = index === 0;
        const isLong = isName || (tag === 'td' && text.length > longText);
        const side = `text-align:${isLong ? 'left' : 'right'}${isLong || tag === 'th' ? '' : ';white-space:nowrap'}`;
        const font = tag === 'th' ? ';font-weight:normal;font-size:13px' : '';
        return `<${tag} style="${cell};${side}${font}">${escaped(text)}</${tag}>`;
      })
      .join('');
  const header = head.some(Boolean) ? `<tr>${row('th', head)}</tr>` : '';
  const lines = rows.map((cells) => `<tr style="border-top:1px solid #8885">${row('td', cells)}</tr>`);
  return `<table style="border-collapse:collapse;margin:0 0 12px">${header}${lines.join('')}</table>`;
}

/** The line before a URL is its link. */
function linked(lines: readonly string[]): string[] {
  const isUrl = (line = '') => /^https?:\/\/\S+$/.test(line);
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    if (isUrl(line)) return index === 0 ? [`<a href="${escaped(line)}">${escaped(line)}</a>`] : [];
    return isUrl(next)
      ? `<a href="${escaped(next ?? '')}">${escaped(line.replace(/:$/, ''))}</a>`
      : escaped(line);
  });
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
