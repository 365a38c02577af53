import { useEffect, useState } from 'react'
import { throttled } from './throttle'

// Spec §9
const VISIBLE_SHARE = 0.4
const TOP_MARGIN_PX = 120
const HOME_BELOW_PX = 100
const THROTTLE_MS = 66

/** Visible share of a section, and its share of the window below the top margin, from 0 to 1. */
export type Visibility = { ofSection: number; ofWindow: number }

/**
 * Section to highlight: at least 40 % visible, or filling 40 % of the window if it is too tall. The one that fills most
 * of the window wins. Without one, the highlight stays.
 */
export function sectionInView<Id extends string>(
  visibilities: ReadonlyMap<Id, Visibility>,
  scrollTop: number,
  home: Id,
  current: Id,
): Id {
  if (scrollTop < HOME_BELOW_PX) return home
  let best = current
  let bestFill = 0
  for (const [id, { ofSection, ofWindow }] of visibilities) {
    const counts = ofSection >= VISIBLE_SHARE || ofWindow >= VISIBLE_SHARE
    if (counts && ofWindow > bestFill) {
      best = id
      bestFill = ofWindow
    }
  }
  return best
}

/** Follows which of the sections is in view. The first id is home. */
export function useScrollSpy<Id extends string>(ids: readonly [Id, ...Id[]], active: boolean): Id {
  const home = ids[0]
  const [current, setCurrent] = useState(home)

  useEffect(() => {
    if (!active) return
    const visibilities = new Map<Id, Visibility>()
    const decide = () => setCurrent((before) => sectionInView(visibilities, window.scrollY, home, before))

    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const windowHeight = entry.rootBounds?.height || window.innerHeight
          visibilities.set(entry.target.id as Id, {
            ofSection: entry.intersectionRatio,
            ofWindow: entry.intersectionRect.height / windowHeight,
          })
        }
        decide()
      },
      { rootMargin: `-${TOP_MARGIN_PX}px 0px 0px 0px`, threshold: thresholds },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }

    const onScroll = throttled(decide, THROTTLE_MS)
    window.addEventListener('scroll', onScroll.call, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', onScroll.call)
      onScroll.cancel()
      setCurrent(home)
    }
  }, [ids, home, active])

  return current
}

/** Steps of 5 %, including the specified 40 %: fine enough to compare two visible sections. */
const thresholds = Array.from({ length: 21 }, (_, step) => step / 20)
