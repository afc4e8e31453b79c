/**
 * Waits for all, like `Promise.all`, and throws the failure that stands first in the list, not the one that comes first.
 * So rules whose facts are read together refuse in their order.
 */
export async function inOrder<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(promises);
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
