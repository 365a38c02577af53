import { useState } from 'react'

/** The rows between two, both included, in the order in which they are shown. */
export function idsBetween(ids: readonly string[], one: string | undefined, other: string) {
  const [from, to] = [ids.indexOf(one ?? other), ids.indexOf(other)]
  if (from === -1 || to === -1) return [other]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Rows that are chosen to do something with them together. With Shift, all between the last one and this one. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  // A row that has left the list is not acted upon.
  const selected = ids.filter((id) => chosen.has(id))
  const among = new Set(selected)

  return {
    selected,
    isSelected: (id: string) => among.has(id),
    toggle(id: string, { range = false } = {}) {
      const next = new Set(selected)
      const add = !next.has(id)
      for (const each of range ? idsBetween(ids, last, id) : [id]) {
        if (add) next.add(each)
        else next.delete(each)
      }
      setChosen(next)
      setLast(id)
    },
    selectAll: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
