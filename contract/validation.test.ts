import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { signInInput, signUpInput } from './auth/auth-forms.ts';
import { locationInput } from './fields/location-input.ts';
import { roleInput } from './fields/role-input.ts';
import { userInput } from './fields/user-input.ts';

/** Valid input of each form (docs/specification.md, section 5); each row below changes one field. */
const forms: Record<string, { schema: z.ZodMiniType; right: Record<string, unknown> }> = {
  'sign-in': {
    schema: signInInput,
    right: { email: 'maria@northline.example', password: '123456' },
  },
  'sign-up': {
    schema: signUpInput,
    right: {
      email: 'maria@northline.example',
      full_name: 'Jo',
      password: '123456',
      confirmPassword: '123456',
    },
  },
  location: {
    schema: locationInput,
    right: { name: 'M', address: '1', city: 'A', state: 'NY', zip: '12207' },
  },
  role: { schema: roleInput, right: { name: 'M', permissions: [] } },
  user: { schema: userInput, right: { email: 'maria@northline.example', full_name: 'M' } },
};

const email = 'Please enter a valid email address';
const unseen = 'Contains invisible characters';
const nothing = undefined;

test.each([
  { form: 'sign-in', field: 'email', value: 'maria', message: email },
  { form: 'sign-in', field: 'email', value: 'maria@northline', message: email },
  { form: 'sign-in', field: 'password', value: '12345', message: 'Password must be at least 6 characters' },
  { form: 'sign-in', field: 'password', value: '123456', message: nothing },
  { form: 'sign-in', field: 'remember', value: undefined, message: nothing },
  { form: 'sign-in', field: 'remember', value: true, message: nothing },
  { form: 'sign-up', field: 'email', value: '@northline.example', message: email },
  { form: 'sign-up', field: 'full_name', value: 'Ada\nOwner', message: unseen },
  { form: 'sign-up', field: 'full_name', value: 'J', message: 'Full name must be at least 2 characters' },
  { form: 'sign-up', field: 'full_name', value: 'Jo', message: nothing },
  { form: 'sign-up', field: 'password', value: '12345', message: 'Password must be at least 6 characters' },
  { form: 'sign-up', field: 'confirmPassword', value: '12345', message: 'Please confirm your password' },
  { form: 'sign-up', field: 'confirmPassword', value: '1234567', message: "Passwords don't match" },
  { form: 'location', field: 'name', value: '', message: 'Name is required' },
  { form: 'location', field: 'name', value: 'Mill\u202E daoR', message: unseen },
  { form: 'location', field: 'address', value: '1 Mill\r\nRoad', message: unseen },
  { form: 'location', field: 'city', value: 'Alb\u200Bany', message: unseen },
  { form: 'location', field: 'address', value: ' ', message: 'Address is required' },
  { form: 'location', field: 'city', value: '', message: 'City is required' },
  { form: 'location', field: 'state', value: 'N', message: 'State is required' },
  { form: 'location', field: 'state', value: 'NYC', message: 'State must be 2 characters' },
  { form: 'location', field: 'state', value: 'N\u2060', message: unseen },
  { form: 'location', field: 'zip', value: '1220', message: 'ZIP code must be at least 5 characters' },
  { form: 'location', field: 'zip', value: '12207-1234', message: nothing },
  { form: 'location', field: 'phone', value: undefined, message: nothing },
  { form: 'location', field: 'phone', value: 'ask for Ann', message: nothing },
  { form: 'location', field: 'phone', value: '555\t0100', message: unseen },
  { form: 'user', field: 'email', value: '', message: email },
  { form: 'user', field: 'full_name', value: '', message: 'Full name is required' },
  { form: 'user', field: 'full_name', value: 'M', message: nothing },
  { form: 'user', field: 'full_name', value: 'Ada\u200D Owner', message: unseen },
  { form: 'user', field: 'full_name', value: 'علی\u200Cرضا', message: nothing },
  { form: 'user', field: 'full_name', value: 'ශ්\u200Dරී', message: nothing },
  { form: 'user', field: 'full_name', value: '葛\u{E0100}城', message: nothing },
  { form: 'user', field: 'full_name', value: 'Ada 👩🏽\u200D🚀 ❤\uFE0F\u200D🔥', message: nothing },
  { form: 'user', field: 'full_name', value: 'Ada\uFE0F', message: unseen },
  { form: 'user', field: 'full_name', value: 'Ada\u034F', message: unseen },
  { form: 'user', field: 'full_name', value: '\u3164', message: unseen },
  { form: 'user', field: 'full_name', value: '\u115F', message: unseen },
  { form: 'user', field: 'full_name', value: '\uFFA0', message: unseen },
  { form: 'user', field: 'full_name', value: '\u2800', message: unseen },
  { form: 'user', field: 'full_name', value: 'Ada\u2800', message: unseen },
  { form: 'user', field: 'full_name', value: '\u{1D159}', message: unseen },
  { form: 'user', field: 'full_name', value: '\u0301', message: 'Must contain a visible character' },
  { form: 'user', field: 'full_name', value: '☃', message: nothing },
  { form: 'user', field: 'full_name', value: '...', message: nothing },
  { form: 'user', field: 'phone', value: '\u0301', message: 'Must contain a visible character' },
  { form: 'sign-up', field: 'full_name', value: '\u2800\u2800', message: unseen },
  { form: 'location', field: 'name', value: '\u2800', message: unseen },
  { form: 'role', field: 'name', value: '\u2800', message: unseen },
  { form: 'user', field: 'phone', value: '', message: nothing },
  { form: 'user', field: 'is_active', value: false, message: nothing },
])('the $form form refuses $field $value: $message', ({ form, field, value, message }) => {
  const { schema, right } = forms[form] ?? fail(form);
  const { error } = schema.safeParse({ ...right, [field]: value });
  const messages = error?.issues.filter(({ path }) => path.join('.') === field).map((issue) => issue.message);
  expect(messages?.[0]).toBe(message);
  expect(error === undefined).toBe(message === undefined);
});

test('userInput makes a user active when nothing else is said', () => {
  expect(userInput.parse({ email: 'a@b.co', full_name: 'A' })).toMatchObject({
    is_active: true,
    phone: null,
  });
});

function fail(form: string): never {
  throw new Error(`There is no form ${form}`);
}
