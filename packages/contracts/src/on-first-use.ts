/** Lazy initialization: creating a date format takes 30 ms on a phone. */
export function onFirstUse<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
