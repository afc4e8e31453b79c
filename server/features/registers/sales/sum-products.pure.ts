import type { ProductSales } from '../../../../contract/registers.ts';

const productsShown = 50;

/** The most sold products of some days, which are added one by one: their details are long. */
export function createProductSums() {
  const products = new Map<string, ProductSales>();
  return {
    add(day: { products: readonly ProductSales[] }) {
      for (const { code, name, quantity } of day.products) {
        const known = products.get(code);
        products.set(code, { code, name: known?.name ?? name, quantity: (known?.quantity ?? 0) + quantity });
      }
    },
    sums: () =>
      [...products.values()]
        .sort((a, b) => b.quantity - a.quantity || (a.code < b.code ? -1 : 1))
        .slice(0, productsShown),
  };
}
