import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { probe, useIsOnline } from '../../lib/network/connection.ts';
import { OutageShown } from '../feedback/outage.tsx';
import { lazyClosable } from './lazy-dialog.tsx';
import { lazyPart } from './lazy-part.tsx';

interface PartProps {
  onClose: () => void;
}

function Summary({ onClose }: PartProps) {
  return (
    <section aria-label="Summary">
      <button type="button" onClick={onClose}>
        Done
      </button>
    </section>
  );
}

/** A chunk on a server whose answers the test sets. The page of the app comes from the same server. */
function chunk() {
  const server = {
    isAway: false,
    has: true,
    page: '<script type="module" src="/assets/index-1.js">',
    asked: 0,
  };
  vi.stubGlobal('fetch', async () => {
    if (server.isAway) throw new TypeError('Failed to fetch');
    return new Response(server.page);
  });
  async function load(): Promise<ComponentType<PartProps>> {
    server.asked += 1;
    if (server.isAway || !server.has) throw new TypeError('Failed to fetch dynamically imported module');
    return Summary;
  }
  return { server, load };
}

function Page({ part: Part }: { part: ComponentType<PartProps> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Part onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const closeOf = ({ onClose }: PartProps) => onClose;
const user = userEvent.setup();
const open = () => user.click(screen.getByRole('button', { name: 'Open' }));
/** A button that is still busy with the press before would ignore this one. */
async function press(name: string) {
  const button = await screen.findByRole('button', { name, busy: false });
  await user.click(button);
}

beforeEach(() => {
  const entry = document.createElement('script');
  Object.assign(entry, { type: 'module' }).setAttribute('src', '/assets/index-1.js');
  document.head.append(entry);
});
afterEach(() => document.head.replaceChildren());

test('lazyPart fetches the code again when fetching it early failed', async () => {
  const { server, load } = chunk();
  const part = lazyPart(load);
  render(<Page part={part} />);
  server.isAway = true;
  await part.preload();
  server.isAway = false;
  await open();
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart fetches the code again when it is shown while fetching it early fails', async () => {
  const { server, load } = chunk();
  const ahead = Promise.withResolvers<ComponentType<PartProps>>();
  const answers = [() => ahead.promise, load];
  const part = lazyPart(() => answers[server.asked++]?.() ?? load());
  render(<Page part={part} />);
  void part.preload();
  await open();
  await act(async () => ahead.reject(new TypeError('Failed to fetch')));
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart says that the server cannot be reached, and shows the part when the user tries again', async () => {
  const { server, load } = chunk();
  server.isAway = true;
  render(<Page part={lazyPart(load)} />);
  await open();
  const words =
    'This part of the app could not be loaded: The server cannot be reached. Check your connection and try again.';
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  await press('Try again');
  expect(screen.getByRole('alert').textContent).toContain(words);
  server.isAway = false;
  await press('Try again');
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart leaves it to the bar to say that the server is away, and shows the part by itself when it is back', async () => {
  const { server, load } = chunk();
  server.isAway = true;
  const part = lazyPart(load);
  const Shell = () => (
    <OutageShown value={!useIsOnline()}>
      <Page part={part} />
    </OutageShown>
  );
  render(<Shell />);
  await open();
  await waitFor(() => expect(document.querySelector('.bg-line')).not.toBeNull());
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  server.isAway = false;
  act(probe);
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart asks to reload when the server has a newer version of the app', async () => {
  const { server, load } = chunk();
  Object.assign(server, { has: false, page: '<script type="module" src="/assets/index-2.js">' });
  render(<Page part={lazyPart(load)} />);
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('There is a newer version of this app.');
  screen.getByRole('button', { name: 'Reload' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('lazyPart offers to try again and to reload when the code does not come for another reason', async () => {
  const { server, load } = chunk();
  server.has = false;
  render(<Page part={lazyPart(load)} />);
  await open();
  await screen.findByText('This part of the app could not be loaded.');
  screen.getByRole('button', { name: 'Reload' });
  server.has = true;
  await press('Try again');
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart fetches the code again after somebody closed the failure while trying again was under way', async () => {
  const { server, load } = chunk();
  const again = Promise.withResolvers<ComponentType<PartProps>>();
  const answers = [load, () => again.promise, load];
  const part = lazyClosable(() => answers.shift()?.() ?? load(), { closeOf });
  server.isAway = true;
  render(<Page part={part} />);
  await open();
  await screen.findByRole('alertdialog');
  await press('Try again');
  await press('Close');
  await act(async () => again.reject(new TypeError('Failed to fetch')));
  server.isAway = false;
  await open();
  await screen.findByRole('region', { name: 'Summary' });
});

test('lazyPart shows the failure of a dialog beside the page and gives the focus back when it is closed', async () => {
  const { server, load } = chunk();
  server.isAway = true;
  render(<Page part={lazyClosable(load, { closeOf })} />);
  await open();
  await screen.findByRole('alertdialog');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));

  server.isAway = false;
  await user.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Summary' });
  await press('Done');
  await open();
  await screen.findByRole('region', { name: 'Summary' });
  expect(server.asked).toBe(2);
});
