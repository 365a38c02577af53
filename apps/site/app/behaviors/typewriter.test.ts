import { expect, test } from 'vitest'
import { firstPhraseTyped, typewriterStep } from './typewriter'

const phrases = ['Up', 'On']

/** Frames of the loop with their durations. */
function frames(count: number) {
  let now = firstPhraseTyped(phrases)
  return Array.from({ length: count }, () => {
    const shown = phrases[now.phrase]?.slice(0, now.shown)
    const { next, afterMs } = typewriterStep(now, phrases)
    now = next
    return [shown, afterMs]
  })
}

test('shows a phrase for 1500 ms, deletes it at 50 ms and types the next at 70 ms per character', () => {
  expect(frames(10)).toEqual([
    ['Up', 1500],
    ['Up', 50],
    ['U', 50],
    ['', 70],
    ['O', 70],
    ['On', 1500],
    ['On', 50],
    ['O', 50],
    ['', 70],
    ['U', 70],
  ])
})
