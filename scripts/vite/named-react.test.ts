import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { namedReact } from './named-react.ts';

/** A page and a dialog that comes later, each with React. */
const files: Record<string, string> = {
  page: "import { useState } from 'react'; export const Page = () => [useState(1), import('dialog')];",
  dialog:
    "import { useRef } from 'react'; import { createPortal } from 'react-dom'; export const Dialog = () => createPortal(useRef(1));",
};

test('namedReact exports the members of React by name, once for all files', async () => {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      { name: 'files', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null },
      namedReact(),
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: 'page',
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: { groups: [{ name: 'framework', test: /node_modules/ }] } },
      },
    },
  })) as Rolldown.RolldownOutput;
  const code = Object.fromEntries(
    result.output.flatMap((file) => (file.type === 'chunk' ? [[file.name, file.code]] : [])),
  );
  expect(code.page).toMatch(/\buseState\(1\)/);
  expect(code.dialog).toMatch(/\bcreatePortal\(useRef\(1\)\)/);
  expect(code.dialog).not.toContain('__toESM');
});
