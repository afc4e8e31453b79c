import { act, fireEvent, render, screen } from '@testing-library/react';
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

function Form({ onSave }: { onSave: (input: z.output<typeof schema>) => unknown }) {
  const form = useSchemaForm(schema, { name: 'Northline 1', city: '' });
  const { errors } = form.formState;
  const save = form.handleSubmit(async (input) => {
    try {
      await onSave(input);
    } catch (error) {
      form.refuse(issuesIn(form.values, error));
    }
  });
  return (
    <form noValidate onSubmit={save}>
      <TextField label="Name" error={errors.name?.message} {...form.register('name')} />
      <TextField label="City" error={errors.city?.message} {...form.register('city')} />
      <button type="submit">Save</button>
    </form>
  );
}

test('nothing is wrong before the first submit; then the focus goes to the first wrong field, and each key counts', async () => {
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

test('what the server refuses stands under its field until that is changed', async () => {
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

test('a second submit does nothing until the first is through, whether that succeeds or fails', async () => {
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
