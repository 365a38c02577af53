import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The rows between two, both included, in the order in which they are shown. */
export function idsBetween(ids: readonly string[], one: string | undefined, other: string) {
  const [from, to] = [ids.indexOf(one ?? other), ids.indexOf(other)]
  if (from === -1 || to === -1) return [other]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Some rows; or all that a list has, also those that are not loaded yet, but for some. */
export type Chosen = { ids: ReadonlySet<string> } | { allOf: string; except: ReadonlySet<string> }

const nothing: Chosen = { ids: new Set() }

export function isChosen(chosen: Chosen, id: string) {
  return 'ids' in chosen ? chosen.ids.has(id) : !chosen.except.has(id)
}

/** With these rows as well, or without them. */
export function choose(chosen: Chosen, ids: readonly string[], add: boolean): Chosen {
  const isListed = 'ids' in chosen ? add : !add
  const next = new Set('ids' in chosen ? chosen.ids : chosen.except)
  for (const id of ids) {
    if (isListed) next.add(id)
    else next.delete(id)
  }
  return 'ids' in chosen ? { ids: next } : { ...chosen, except: next }
}

/** A list that can be selected as a whole: which one it is, and how many rows it has. */
type WholeList = { address: string; total: number }

/** What was chosen at which step of the browser's history: whoever opens a record and comes back finds it again. */
const keptOnTheWay = new Map<string, Chosen>()

function useChosen() {
  const { key } = useLocation()
  const [chosen, setChosen] = useState(() => keptOnTheWay.get(key) ?? nothing)
  useEffect(() => {
    if (chosen === nothing) keptOnTheWay.delete(key)
    else keptOnTheWay.set(key, chosen)
  }, [key, chosen])
  return [chosen, setChosen] as const
}

/**
 * Rows that are chosen to do something with them together. With Shift, all between the last one and this one. Where the whole list is
 * given, it can be chosen as well: all but those that are taken away again.
 */
export function useSelection(ids: readonly string[], whole?: WholeList) {
  const [kept, setChosen] = useChosen()
  const [last, setLast] = useState<string>()
  // All of a list are not all of another one.
  const chosen = 'ids' in kept || kept.allOf === whole?.address ? kept : nothing
  // A row that has left the list is not acted upon.
  const selected = ids.filter((id) => isChosen(chosen, id))
  const among = new Set(selected)
  const isWhole = 'allOf' in chosen

  return {
    /** Those that are loaded. */
    selected,
    count: isWhole && whole ? Math.max(0, whole.total - chosen.except.size) : selected.length,
    isSelected: (id: string) => among.has(id),
    toggle(id: string, { range = false } = {}) {
      const from = 'ids' in chosen ? { ids: among } : chosen
      setChosen(choose(from, range ? idsBetween(ids, last, id) : [id], !among.has(id)))
      setLast(id)
    },
    selectAll: () => setChosen({ ids: new Set(ids) }),
    clear: () => setChosen(nothing),
    /** How many the whole list has, where it can be selected and is not. */
    wholeTotal: whole && !isWhole ? whole.total : undefined,
    selectWhole: () => whole && setChosen({ allOf: whole.address, except: new Set() }),
    /** Of a list that is selected as a whole: what is left out. */
    except: isWhole ? [...chosen.except] : undefined,
  }
}

export type Selection = ReturnType<typeof useSelection>
