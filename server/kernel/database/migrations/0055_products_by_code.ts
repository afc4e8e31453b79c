import type { Step } from './columns.ts';

/** Counting the products of a chain then reads an index in the order of their codes. */
export async function up({ run }: Step) {
  await run('create index register_products_by_code on register_products (code, listing, sold_on)');
}
