import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TextField } from '../../components/form/text-field.tsx';
import { RequestFailed } from '../network/request-failed.ts';
import { issuesIn, useSchemaForm } from './form.ts';

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Name is required')),
  city: z.string().check(z.trim(), z.minLength(2, 'City is required')),
});

interface FormProps {
  onSave: (input: z.output<typeof schema>) => unknown;
  rules?: typeof schema | (() => Promise<typeof schema>);
}

function Form({ onSave, rules = schema }: FormProps) {
  const form = useSchemaForm(rules, { name: 'Northline 1', city: '' });
  const { errors, failure } = form.formState;
  const save = form.handleSubmit(async (input) => {
    try {
      await onSave(input);
    } catch (error) {
      form.refuse(issuesIn(form.values, error));
    }
  });
  return (
    <form noValidate onSubmit={save}>
      {failure && <p role="alert">{failure.message}</p>}
      <TextField label="Name" error={errors.name?.message} {...form.register('name')} />
      <TextField label="City" error={errors.city?.message} {...form.register('city')} />
      <button type="submit">Save</button>
    </form>
  );
}

test('useSchemaForm validates on the first submit, focuses the first wrong field, and then validates on each change', async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  render(<Form onSave={(input) => saved.push(input)} />);
  await user.type(screen.getByLabelText('City'), 'A');
  expect(screen.queryByText('City is required')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('City is required');
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
  await user.keyboard('l ');
  expect(screen.queryByText('City is required')).toBeNull();

  await user.keyboard('{Enter}');
  expect(saved).toEqual([{ name: 'Northline 1', city: 'Al' }]);
});

test('useSchemaForm shows what the server refuses under its field until that is changed', async () => {
  const user = userEvent.setup();
  const issues = [
    { path: 'name', message: 'A location has this name' },
    { path: 'elsewhere', message: 'Not a field of this form' },
  ];
  render(
    <Form
      onSave={() => {
        throw new RequestFailed('Failed to create location', 'conflict', 409, { issues });
      }}
    />,
  );
  await user.type(screen.getByLabelText('City'), 'Albany{Enter}');
  await screen.findByText('A location has this name');
  await user.keyboard(' NY');
  screen.getByText('A location has this name');
  await user.type(screen.getByLabelText('Name'), '0');
  expect(screen.queryByText('A location has this name')).toBeNull();
});

test('useSchemaForm ignores a second submit until the first has succeeded or failed', async () => {
  const saved: unknown[] = [];
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  render(<Form onSave={(input) => answers[saved.push(input) - 1]?.promise} />);
  fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Albany' } });
  const form = screen.getByRole('button').closest('form') as HTMLFormElement;
  const submit = () => fireEvent.submit(form);
  submit();
  submit();
  expect(saved).toHaveLength(1);
  await act(async () => answers[0]?.reject(new Error('The server cannot be reached')));
  submit();
  submit();
  expect(saved).toHaveLength(2);
  await act(async () => answers[1]?.resolve());
  submit();
  expect(saved).toHaveLength(3);
});

test('useSchemaForm asks for a schema that comes later with the first change, and checks with it from the first submit on', async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  let asked = 0;
  const coming = Promise.withResolvers<typeof schema>();
  const rules = () => {
    asked++;
    return coming.promise;
  };
  render(<Form rules={rules} onSave={(input) => saved.push(input)} />);
  expect(asked).toBe(0);
  await user.type(screen.getByLabelText('City'), 'A{Enter}');
  expect(saved).toEqual([]);
  await act(async () => coming.resolve(schema));
  screen.getByText('City is required');
  expect(document.activeElement).toBe(screen.getByLabelText('City'));
  await user.keyboard('l{Enter}');
  expect(saved).toEqual([{ name: 'Northline 1', city: 'Al' }]);
  expect(asked).toBe(1);
});

test('useSchemaForm says why a schema did not come, and asks for it again on the next submit', async () => {
  const user = userEvent.setup();
  const saved: unknown[] = [];
  let isAway = true;
  const rules = async () => {
    if (isAway) throw new Error('The server cannot be reached');
    return schema;
  };
  render(<Form rules={rules} onSave={(input) => saved.push(input)} />);
  await user.type(screen.getByLabelText('City'), 'Albany{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The server cannot be reached');
  expect(saved).toEqual([]);
  isAway = false;
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([{ name: 'Northline 1', city: 'Albany' }]));
  expect(screen.queryByRole('alert')).toBeNull();
});
