const KEPT = 100

/** Bounded cache by text, because untrusted input may choose the keys. */
export function boundedCache<Thing extends object>(make: (text: string) => Thing): (text: string) => Thing {
  const things = new Map<string, Thing>()
  return (text) => {
    const kept = things.get(text)
    if (kept) return kept
    const thing = make(text)
    if (things.size >= KEPT) things.clear()
    things.set(text, thing)
    return thing
  }
}
