import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore, useStore } from './store.ts';

test('a store calls its listeners when the value becomes another one', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const leave = store.subscribe(() => heard.push(store.get()));
  store.set('a');
  store.set('b');
  leave();
  store.set('c');
  expect(heard).toEqual(['b']);
  expect(store.get()).toBe('c');
});

test('a store starts with its first listener and stops with its last', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const store = createStore(0, start);
  const leave = [store.subscribe(() => {}), store.subscribe(() => {})];
  expect(start).toHaveBeenCalledTimes(1);
  for (const each of leave) each();
  for (const each of leave) each();
  expect(stop).toHaveBeenCalledTimes(1);
  store.subscribe(() => {});
  expect(start).toHaveBeenCalledTimes(2);
});

test('useStore renders a component again only when what it picks changes', () => {
  const store = createStore({ name: 'Harbor', count: 1 });
  let renders = 0;
  function Name() {
    renders += 1;
    return <p>{useStore(store, ({ name }) => name)}</p>;
  }
  render(<Name />);
  act(() => store.set({ name: 'Harbor', count: 2 }));
  expect(renders).toBe(1);
  act(() => store.set({ name: 'Mill', count: 2 }));
  screen.getByText('Mill');
  expect(renders).toBe(2);
});
