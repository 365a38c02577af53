const KEPT = 100

/** What is made from a text is kept for the next time. Strangers may choose the texts, so only a few are. */
export function keepFew<Thing extends object>(make: (text: string) => Thing): (text: string) => Thing {
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
