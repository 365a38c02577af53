/** Runs `work` for all items, at most `concurrency` at once. */
export async function inParallel<Item>(items: Item[], concurrency: number, work: (item: Item) => Promise<void>) {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
