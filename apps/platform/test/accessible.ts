import axe from 'axe-core'
import { expect } from 'vitest'

/** Runs all axe rules except those about landmarks, which the frame has. */
export async function expectAccessible() {
  // Axe would see colors in transition.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().iterations === 1) animation.finish()
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false } },
  })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found).toEqual([])
}
