import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The rows between two, inclusive, in display order. */
export function idsBetween(ids: readonly string[], one: string | undefined, other: string) {
  const [from, to] = [ids.indexOf(one ?? other), ids.indexOf(other)]
  if (from === -1 || to === -1) return [other]
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Selected ids; or a whole list, including rows that aren't loaded, with exceptions. */
export type Chosen = { ids: ReadonlySet<string> } | { allOf: string; except: ReadonlySet<string> }

const nothing: Chosen = { ids: new Set() }

export function isChosen(chosen: Chosen, id: string) {
  return 'ids' in chosen ? chosen.ids.has(id) : !chosen.except.has(id)
}

/** Adds or removes rows. */
export function choose(chosen: Chosen, ids: readonly string[], add: boolean): Chosen {
  const isListed = 'ids' in chosen ? add : !add
  const next = new Set('ids' in chosen ? chosen.ids : chosen.except)
  for (const id of ids) {
    if (isListed) next.add(id)
    else next.delete(id)
  }
  return 'ids' in chosen ? { ids: next } : { ...chosen, except: next }
}

/** A list that can be selected as a whole. */
type WholeList = { address: string; total: number }

/** Selections by history entry, so that Back restores them. */
const selectionsByEntry = new Map<string, Chosen>()

function useChosen() {
  const { key } = useLocation()
  const [chosen, setChosen] = useState(() => selectionsByEntry.get(key) ?? nothing)
  useEffect(() => {
    if (chosen === nothing) selectionsByEntry.delete(key)
    else selectionsByEntry.set(key, chosen)
  }, [key, chosen])
  return [chosen, setChosen] as const
}

/** Row selection with ranges by Shift. If `whole` is given, the whole list can be selected, with exceptions.
 */
export function useSelection(ids: readonly string[], whole?: WholeList) {
  const [kept, setChosen] = useChosen()
  const [last, setLast] = useState<string>()
  // A whole-list selection doesn't apply to another list.
  const chosen = 'ids' in kept || kept.allOf === whole?.address ? kept : nothing
  // Rows that left the list are not selected.
  const selected = ids.filter((id) => isChosen(chosen, id))
  const among = new Set(selected)
  const isWhole = 'allOf' in chosen

  return {
    /** Loaded rows only. */
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
    /** Total of the whole list, if it can still be selected. */
    wholeTotal: whole && !isWhole ? whole.total : undefined,
    selectWhole: () => whole && setChosen({ allOf: whole.address, except: new Set() }),
    /** Exceptions of a whole-list selection. */
    except: isWhole ? [...chosen.except] : undefined,
  }
}

export type Selection = ReturnType<typeof useSelection>
