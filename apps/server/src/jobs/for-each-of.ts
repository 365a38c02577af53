import { ItemsFailed } from './failure-reason.ts'

/**
 * Works on each item of a job, one after another. A failed item blocks no other item. Not inside a transaction, which
 * the first failed statement aborts: each item has its own.
 */
export async function forEachOf<Item extends string | { id: string }>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
) {
  const failed: { item: string; error: unknown }[] = []
  let count = 0
  for (const item of items) {
    count++
    try {
      await work(item)
    } catch (error) {
      failed.push({ item: typeof item === 'string' ? item : item.id, error })
    }
  }
  if (failed.length > 0) throw new ItemsFailed(failed, count)
}
