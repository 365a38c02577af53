/** Something that is made when it is used for the first time, and kept. A format of dates takes a phone 30 ms, whether it is used or not. */
export function onFirstUse<Thing>(make: () => Thing): () => Thing {
  let made: { thing: Thing } | undefined
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
