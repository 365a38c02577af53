/** Compares and undoes changes of facts that have one value each, for `useChanges`. */
export function plainFacts<OneRecord, Changes extends object>(
  factOf: (record: OneRecord, fact: keyof Changes & string) => unknown,
) {
  const factsIn = (changes: Changes) => Object.keys(changes) as (keyof Changes & string)[]
  return {
    /** Facts that both sides of an edit conflict changed to different values. */
    contestedParts: (changes: Changes, seen: OneRecord, present: OneRecord) =>
      factsIn(changes).filter((fact) => {
        const theirs = factOf(present, fact)
        const mine = changes[fact] === '' ? null : changes[fact]
        return theirs !== factOf(seen, fact) && theirs !== mine
      }),

    /** The change that undoes another one. */
    formerOf: (changes: Changes, before: OneRecord) =>
      Object.fromEntries(factsIn(changes).map((fact) => [fact, factOf(before, fact)])) as Changes,
  }
}
